/** Business time. Nothing else in the service reads the system's clock for a decision. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** Rounds up to a whole minute, in Unix seconds, as `utcMinuteFrom` does: a screen and a letter name the same minute. */
export const minuteFrom = (time: Date | number): number => Math.ceil(Number(time) / 60_000) * 60

export const unixSeconds = (time: Date | number): number => Math.floor(Number(time) / 1000)
