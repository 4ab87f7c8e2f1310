import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalsOf, fromUnits, withdrawableCoins } from '#lib/money/coins.ts'
import { pricesAsOf, worthOf, worthText } from '#lib/money/worth.ts'

test.each([
  ['4', 'ALEO', '1.00000000'],
  ['0.000001', 'ALEO', '0.00000025'],
  ['1', 'GRASS', '0.20000000'],
  ['0.000000000000000001', 'NODEPAY', '0.00000000'],
  ['62.5', 'NODEPAY', '1.00000000'],
  ['-1.5', 'USDT', '-1.50000000'],
] as const)('%s %s is about %s USDT', (amount, coin, usdt) => {
  expect(worthText(worthOf(amount, coin))).toBe(usdt)
})

test('is dated, knows every coin, and never exceeds the exact worth', () => {
  expect(pricesAsOf).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  fc.assert(
    fc.property(fc.constantFrom(...withdrawableCoins), fc.bigInt({ min: 0n, max: 10n ** 30n }), (coin, units) => {
      const one = worthOf('1', coin)
      expect(worthOf(fromUnits(units, coin), coin)).toBe((units * one) / 10n ** BigInt(decimalsOf[coin]))
    }),
  )
})
