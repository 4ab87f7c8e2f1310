/** Business time. Nothing else in the service reads the system's clock for a decision. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** The first whole minute from a moment on, in Unix seconds: a screen, which cuts, tells the one that a letter tells. */
export const minuteFrom = (time: Date | number): number => Math.ceil(Number(time) / 60_000) * 60

export const unixSeconds = (time: Date | number): number => Math.floor(Number(time) / 1000)
