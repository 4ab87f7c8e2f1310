import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inCurrency, rateText, rateUnits } from '#lib/money/currencies.ts'

test.each([
  [100_000_000n, '1', '1.00'],
  [100_000_000n, '0.9215', '0.92'],
  [1_999_999_999n, '7.13', '142.59'],
  [1n, '7.13', '0.00'],
  [-123_456_789_012n, '0.5', '-617.28'],
  [10n ** 24n, '7', '70000000000000000.00'],
] as const)('%s of 10^-8 USDT at %s is %s', (worth, rate, amount) => {
  expect(inCurrency(worth, rate)).toBe(amount)
})

test.each(['', '-1', '1,5', '.5', '1.', '1.123456789', '1e3', '1234567890'])('%j is no rate', (text) => {
  expect(() => rateUnits(text)).toThrow(RangeError)
})

test('a rate is written as short as possible, and reads back as it was', () => {
  expect([rateText(100_000_000n), rateText(92_150_000n), rateText(1n)]).toEqual(['1', '0.9215', '0.00000001'])
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 17n - 1n }), (units) => {
      expect(rateUnits(rateText(units))).toBe(units)
    }),
  )
})
