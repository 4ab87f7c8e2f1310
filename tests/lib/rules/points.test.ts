import { expect, test } from 'vitest'
import { nextMilestone } from '#lib/rules/points.ts'

test.each([
  [-5n, 1000n],
  [0n, 1000n],
  [999n, 1000n],
  [1000n, 2000n],
  [4999n, 5000n],
  [5000n, 10_000n],
  [10_803n, 20_000n],
  [123_456_789n, 200_000_000n],
])('after %d points the next milestone is %d', (total, milestone) => {
  expect(nextMilestone(total)).toBe(milestone)
})
