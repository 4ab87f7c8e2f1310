/** Business time. Nothing else in the service reads the system's clock for a decision. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export const unixSeconds = (time: Date | number): number => Math.floor(Number(time) / 1000)
