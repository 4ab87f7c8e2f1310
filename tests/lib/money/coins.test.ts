import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assets, decimalsOf, fromUnits, isCoin, toUnits, withdrawableCoins } from '#lib/money/coins.ts'

test.each([
  ['0.3', 'ALEO', 300_000n],
  ['3', 'ALEO', 3_000_000n],
  ['0.000001', 'ALEO', 1n],
  ['0.30000000', 'ALEO', 300_000n],
  ['-1.5', 'USDT', -1_500_000n],
  ['0.000000001', 'GRASS', 1n],
  ['1', 'NODEPAY', 10n ** 18n],
  ['520', 'POINTS', 520n],
  ['-3.00', 'POINTS', -3n],
] as const)('%s %s is %s smallest units', (text, coin, units) => {
  expect(toUnits(text, coin)).toBe(units)
})

test.each(['', '1e3', '.5', '1.', '1,000', ' 1', '0x10', 'NaN', '+1', '0.0000001', '9'.repeat(41)])(
  'refuses %j',
  (text) => {
    expect(() => toUnits(text, 'ALEO')).toThrow(RangeError)
  },
)

test.each([
  [0n, 'ALEO', '0'],
  [300_000n, 'ALEO', '0.3'],
  [1n, 'GRASS', '0.000000001'],
  [-1n, 'USDT', '-0.000001'],
  [12_000_000n, 'USDT', '12'],
  [1_200n, 'POINTS', '1200'],
  [-5n, 'POINTS', '-5'],
  [0n, 'POINTS', '0'],
] as const)('writes %s of %s as %s', (units, coin, text) => {
  expect(fromUnits(units, coin)).toBe(text)
})

test('points are whole, and no coin', () => {
  expect(() => toUnits('1.5', 'POINTS')).toThrow(RangeError)
  expect(withdrawableCoins).not.toContain('POINTS')
  expect(isCoin('POINTS')).toBe(false)
})

test('reads what it writes, for every asset', () => {
  fc.assert(
    fc.property(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.constantFrom(...assets), (units, coin) => {
      const text = fromUnits(units, coin)
      expect(toUnits(text, coin)).toBe(units)
      expect((text.split('.')[1] ?? '').length).toBeLessThanOrEqual(decimalsOf[coin])
    }),
  )
})
