import fc from 'fast-check'
import { expect, test } from 'vitest'
import { electricityCost } from '#lib/rules/electricity.ts'

test.each([
  ['100', '0.25', 36_000, 25_000_000n],
  ['1000', '1', 3600, 100_000_000n],
  ['45.5', '0.3', 86_400, 32_760_000n],
  ['0', '0.25', 3600, 0n],
  ['1 000', ' 1,0 ', 3600, 100_000_000n],
  ['1', '0.0001', 1, 1n],
  ['5', '0', 86_400, 0n],
])('%s W at %s for %i s', (watts, tariff, seconds, cost) => {
  expect(electricityCost({ watts, tariff, seconds })).toBe(cost)
})

test.each(['', 'x', '-1', '1e3', '1.23', '100001'])('has no cost for %j watts', (watts) => {
  expect(electricityCost({ watts, tariff: '0.2', seconds: 60 })).toBeUndefined()
})

test('has no cost for watts that can be read in two ways', () => {
  expect(electricityCost({ watts: '1,000', tariff: '0,25', seconds: 60 })).toBeUndefined()
})

test('two spans cost as much as both in one, except for rounding', () => {
  const seconds = fc.integer({ min: 0, max: 86_400 })
  fc.assert(
    fc.property(seconds, seconds, fc.integer({ min: 0, max: 100_000 }), (one, other, watts) => {
      const cost = (span: number) => electricityCost({ watts: String(watts), tariff: '0.2719', seconds: span }) ?? -1n
      const apart = cost(one) + cost(other) - cost(one + other)
      expect(apart === 0n || apart === 1n).toBe(true)
    }),
  )
})
