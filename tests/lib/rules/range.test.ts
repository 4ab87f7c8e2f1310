import { expect, test } from 'vitest'
import { LONGEST_RANGE_SECONDS, rangeRefusal } from '#lib/rules/range.ts'

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
