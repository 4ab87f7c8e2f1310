import { describe, expect, test } from 'vitest'
import { allDays, isReversed, timesOf } from '#app/balance/days.ts'

describe('the days of a history', () => {
  test.each([
    [allDays, {}],
    [{ from: '2026-11-12', to: '' }, { startTime: 1_794_441_600 }],
    [{ from: '', to: '2026-11-12' }, { endTime: 1_794_527_999 }],
    [
      { from: '2026-11-12', to: '2026-11-12' },
      { startTime: 1_794_441_600, endTime: 1_794_527_999 },
    ],
  ])('%o are asked for whole', (days, times) => expect(timesOf(days)).toEqual(times))

  test('are not asked for the wrong way round', () => {
    const days = { from: '2026-11-13', to: '2026-11-12' }
    expect(isReversed(days)).toBe(true)
    expect(timesOf(days)).toBeUndefined()
  })
})
