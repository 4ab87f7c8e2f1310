import { expect, test } from 'vitest'
import { percentShares } from '#lib/rules/percent-shares.ts'

test.each([
  { parts: [], shares: [], why: 'nothing to share' },
  { parts: [0n, 0n], shares: [0, 0], why: 'no sum' },
  { parts: [7n], shares: [100], why: 'one part' },
  { parts: [1n, 1n, 1n], shares: [34, 33, 33], why: 'equal remainders: the first one first' },
  {
    parts: [6737n, 275n, 2000n, 1097n],
    shares: [66, 3, 20, 11],
    why: 'each rounded to the nearest: 67 + 3 + 20 + 11 = 101',
  },
  { parts: [1n, 199n], shares: [1, 99], why: 'halves' },
  { parts: [1n, 999n], shares: [0, 100], why: 'less than a half of a percent' },
  { parts: [-5n, 5n], shares: [0, 100], why: 'below zero' },
  { parts: [10n ** 30n, 10n ** 30n], shares: [50, 50], why: 'beyond the integers of a number' },
])('$why', ({ parts, shares }) => {
  expect(percentShares(parts)).toEqual(shares)
})

test('shares of any parts add up to 100, each less than one percent from its own', () => {
  for (let first = 0n; first < 40n; first += 1n)
    for (let second = 1n; second < 40n; second += 1n) {
      const parts = [first, second, first * 3n + 1n, 13n]
      const sum = parts.reduce((total, part) => total + part, 0n)
      const shares = percentShares(parts)
      expect(shares.reduce((total, share) => total + share, 0)).toBe(100)
      for (const [index, share] of shares.entries())
        expect(Math.abs(share - (Number(parts[index]) * 100) / Number(sum))).toBeLessThan(1)
    }
})
