/** Business time. Nothing else in the service reads the system's clock for a decision. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** The first whole second from a moment on: what is told to be over by then is over. */
export const secondsFrom = (time: Date | number): number => Math.ceil(Number(time) / 1000)

export const unixSeconds = (time: Date | number): number => Math.floor(Number(time) / 1000)
