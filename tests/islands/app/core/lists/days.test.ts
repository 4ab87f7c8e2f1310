import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { allDays, daysError, timeRangeOf } from '#app/core/lists/days.ts'

/** The last second of 2026-11-13 UTC. */
const NOW = Date.UTC(2026, 10, 13, 23, 59, 59)
beforeEach(() => void vi.useFakeTimers({ now: NOW }))
afterEach(() => void vi.useRealTimers())

describe('the days of a history', () => {
  test.each([
    [allDays, {}],
    [{ from: '2026-11-12', to: '' }, { startTime: 1_794_441_600 }],
    [{ from: '', to: '2026-11-12' }, { endTime: 1_794_527_999 }],
    [
      { from: '2026-11-12', to: '2026-11-12' },
      { startTime: 1_794_441_600, endTime: 1_794_527_999 },
    ],
  ])('%o are requested completely', (days, times) => expect(timeRangeOf(days)).toEqual(times))

  test('are not requested in reversed order', () => {
    const days = { from: '2026-11-13', to: '2026-11-12' }
    expect(daysError(days)).toBe('RANGE_REVERSED')
    expect(timeRangeOf(days)).toBeUndefined()
  })

  test.each([
    { from: '2026-11-14', to: '' },
    { from: '', to: '2027-01-01' },
    { from: '2026-11-01', to: '2026-11-14' },
    { from: '2026-11-20', to: '2026-11-14' },
  ])('are not requested when one has not begun: %o', (days) => {
    expect(daysError(days)).toBe('RANGE_FUTURE')
    expect(timeRangeOf(days)).toBeUndefined()
  })
})
