import fc from 'fast-check'
import { expect, test } from 'vitest'
import { axisText, everyNth, labelStep, niceSplits, splitsOf } from '#ui/chart/scale.ts'

test.each([
  [0, [0, 1, 2, 3]],
  [Number.NaN, [0, 1, 2, 3]],
  [52.3, [0, 20, 40, 60]],
  [60, [0, 20, 40, 60]],
  [1320, [0, 500, 1000, 1500]],
  [15.7, [0, 5, 10, 15, 20]],
  [8, [0, 2, 4, 6, 8]],
  [0.7, [0, 0.25, 0.5, 0.75]],
  [0.00055, [0, 0.0002, 0.0004, 0.0006]],
  [0.000001, [0, 0.0001, 0.0002]],
])('scales %d to %j', (highest, expected) => {
  expect(niceSplits(highest)).toEqual(expected)
})

test('always has room for the highest value and wastes little', () => {
  fc.assert(
    fc.property(fc.double({ min: 2e-4, max: 1e12, noNaN: true }), (highest) => {
      const top = niceSplits(highest).at(-1)
      expect(top).toBeGreaterThanOrEqual(highest * 0.99999)
      expect(top).toBeLessThanOrEqual(Math.max(highest * 1.5001, 3e-4))
    }),
  )
})

test('writes another label at each line, in seven signs at most', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (highest) => {
      const labels = niceSplits(highest).map(axisText)
      expect(new Set(labels).size).toBe(labels.length)
      expect(Math.max(...labels.map(({ length }) => length))).toBeLessThanOrEqual(7)
    }),
  )
  expect([0, 0.0005, 7500, 15_000, 2_500_000].map(axisText)).toEqual(['0', '0.0005', '7,500', '15K', '2.5M'])
})

test('names the last day and leaves room between labels', () => {
  expect(everyNth(14, labelStep(14, false, 20))).toEqual([1, 3, 5, 7, 9, 11, 13])
  expect(everyNth(14, labelStep(14, true, 20))).toEqual([1, 5, 9, 13])
  // Long labels: as many as fit, and at least one.
  expect(everyNth(24, labelStep(24, true, 2))).toEqual([11, 23])
  expect(everyNth(24, labelStep(24, false, 0))).toEqual([23])
  expect(everyNth(0, 2)).toEqual([])
  // A short axis names its first day too where both fit.
  expect(everyNth(3, labelStep(3, true, 20))).toEqual([0, 2])
  expect(everyNth(2, labelStep(2, false, 20))).toEqual([0, 1])
  expect(everyNth(2, labelStep(2, false, 1))).toEqual([1])
  expect(everyNth(1, labelStep(1, false, 20))).toEqual([0])
})

test('ends at the upper bound of its figures: there is no 150 percent', () => {
  expect(splitsOf(99.5, 100)).toEqual([0, 50, 100])
  expect(splitsOf(0, 100)).toEqual([0, 50, 100])
  expect(splitsOf(99.5)).toEqual(niceSplits(99.5))
})
