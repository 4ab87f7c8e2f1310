import { expect, test } from 'vitest'
import { isFutureDay, LONGEST_RANGE_SECONDS, rangeRefusal } from '#lib/rules/range.ts'

test.each([
  [0, 0, undefined],
  [100, 99, 'RANGE_REVERSED'],
  [0, 14 * 86_400, undefined],
  [0, 14 * 86_400 + 1, 'RANGE_TOO_LONG'],
  [1_773_100_000, 1_773_100_000 + 14 * 86_400, undefined],
  [253_402_300_799, 0, 'RANGE_REVERSED'],
])('from %i to %i: %s', (start, end, refusal) => {
  expect(rangeRefusal(start, end)).toBe(refusal)
  expect(LONGEST_RANGE_SECONDS).toBe(1_209_600)
})

test.each([
  ['2026-11-22', '2026-11-22', false],
  ['2026-11-23', '2026-11-22', true],
  ['2026-12-01', '2026-11-30', true],
  ['2027-01-01', '2026-12-31', true],
  ['2026-09-30', '2026-10-01', false],
  ['', '2026-11-22', false],
])('the day %s on %s: has it yet to begin? %s', (day, today, isFuture) => {
  expect(isFutureDay(day, today)).toBe(isFuture)
})
