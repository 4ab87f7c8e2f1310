import type { Clock } from '#service/platform/clock.ts'

/** 2026-03-10 12:00:00 UTC: far from the edges of hours, days and months. */
export const NOON = Date.UTC(2026, 2, 10, 12)

export interface SetClock extends Clock {
  /** Unix milliseconds, or an ISO time in UTC. */
  set(time: number | string): void
  /** Moves the clock by some seconds, forwards or backwards. */
  advance(seconds: number): void
}

/** A clock that moves only when a test moves it. */
export function createClock(start = NOON): SetClock {
  let now = start
  return {
    now: () => now,
    set: (time) => {
      now = typeof time === 'number' ? time : Date.parse(time)
    },
    advance: (seconds) => {
      now += Math.round(seconds * 1000)
    },
  }
}
