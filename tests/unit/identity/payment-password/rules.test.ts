import { describe, expect, test } from 'vitest'
import {
  afterFailure,
  afterSuccess,
  freshGuard,
  type Guard,
  guardState,
} from '#service/identity/payment-password/rules.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const MINUTE = 60_000
const DAY = 86_400_000

/** After so many wrong ones, each a second after the one before; the last of them now. */
const failed = (times: number, from: Guard = freshGuard): Guard =>
  Array.from({ length: times }, (_, index) => NOW - (times - 1 - index) * 1000).reduce(afterFailure, from)

describe('wrong payment passwords', () => {
  test.each([
    [0, 5],
    [1, 4],
    [4, 1],
  ])('%s of them leave %s tries', (times, triesLeft) => {
    expect(guardState(failed(times), NOW)).toEqual({ state: 'ready', triesLeft })
  })

  test('five of them lock it for half an hour, to the millisecond', () => {
    const locked = failed(5)
    const untilMs = NOW + 30 * MINUTE
    expect(locked).toMatchObject({ run: 0, lockedUntil: untilMs, resetNeeded: false })
    expect(guardState(locked, NOW)).toEqual({ state: 'locked', untilMs })
    expect(guardState(locked, untilMs - 1)).toEqual({ state: 'locked', untilMs })
    expect(guardState(locked, untilMs)).toEqual({ state: 'ready', triesLeft: 5 })
  })

  test('the tenth of a day locks it until it is reset', () => {
    expect(guardState(failed(9), NOW)).toEqual({ state: 'ready', triesLeft: 1 })
    const tenth = failed(10)
    expect(tenth.resetNeeded).toBe(true)
    expect(guardState(tenth, NOW)).toEqual({ state: 'resetNeeded' })
    expect(guardState(tenth, NOW + 100 * DAY)).toEqual({ state: 'resetNeeded' })
  })

  test('one counts for 24 hours, to the millisecond', () => {
    const eight = { ...freshGuard, failures: Array.from({ length: 8 }, () => NOW) }
    expect(guardState(eight, NOW + DAY - 1)).toEqual({ state: 'ready', triesLeft: 2 })
    expect(guardState(eight, NOW + DAY)).toEqual({ state: 'ready', triesLeft: 5 })
    expect(afterFailure(eight, NOW + DAY).failures).toEqual([NOW + DAY])
    expect(afterFailure(eight, NOW + DAY - 1).failures).toHaveLength(9)
  })

  test("a right one ends the run and the lock, and keeps the day's failures", () => {
    const four = failed(4)
    expect(afterSuccess(four)).toEqual({ ...four, run: 0, lockedUntil: null })
    expect(guardState(afterSuccess(four), NOW)).toEqual({ state: 'ready', triesLeft: 5 })
    expect(guardState(failed(5, afterSuccess(four)), NOW)).toMatchObject({ state: 'locked' })
    expect(failed(6, afterSuccess(four)).resetNeeded).toBe(true)
  })
})
