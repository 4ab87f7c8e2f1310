import { describe, expect, test } from 'vitest'
import { restrictedUntil } from '#lib/rules/restriction.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('three within a day restrict for a day', () => {
  test.each([
    ['none', [], 0, undefined],
    ['two', [0, HOUR], HOUR, undefined],
    ['three within a day', [0, HOUR, 2 * HOUR], 2 * HOUR, 2 * HOUR + DAY],
    ['until the last millisecond', [0, HOUR, 2 * HOUR], 2 * HOUR + DAY - 1, 2 * HOUR + DAY],
    ['and no longer', [0, HOUR, 2 * HOUR], 2 * HOUR + DAY, undefined],
    ['a day apart is not within', [0, HOUR, DAY], DAY, undefined],
    ['in any order', [2 * HOUR, 0, HOUR], 3 * HOUR, 2 * HOUR + DAY],
    ['counted from the last three', [0, HOUR, 2 * HOUR, 20 * HOUR], 20 * HOUR, 20 * HOUR + DAY],
  ])('%s', (_, times, now, until) => expect(restrictedUntil(times, 3, now)).toBe(until))
})

test('on any date', () => {
  const now = Date.UTC(2026, 10, 27)
  expect(restrictedUntil([now - 2 * HOUR, now - HOUR, now], 3, now)).toBe(now + DAY)
})

test.each([
  [1, HOUR + DAY],
  [2, HOUR + DAY],
  [3, undefined],
])('two count where %i do', (count, until) => expect(restrictedUntil([0, HOUR], count, HOUR)).toBe(until))
