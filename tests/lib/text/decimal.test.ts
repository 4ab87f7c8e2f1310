import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, formatCount, formatMoney, groupThousands, truncate } from '#lib/text/decimal.ts'
import { formatExact } from '#lib/text/exact.ts'
import { formatSigned } from '#lib/text/signed-amount.ts'

test.each([
  ['1.99999', 4, '1.9999'],
  ['0.00009', 4, '0.0000'],
  ['-0.00009', 4, '0.0000'],
  ['-1.23456', 4, '-1.2345'],
  ['5', 2, '5.00'],
  ['5.', 2, '5.00'],
  ['007.1', 2, '7.10'],
  ['12.9', 0, '12'],
  ['99999999999999999999999999.123456789012345678', 4, '99999999999999999999999999.1234'],
])('truncates %s to %i decimals as %s', (amount, places, expected) => {
  expect(truncate(amount, places)).toBe(expected)
})

test.each([
  ['0', '0'],
  ['999', '999'],
  ['1000', '1,000'],
  ['-1234567.8901', '-1,234,567.8901'],
  ['100000000', '100,000,000'],
])('groups %s as %s', (amount, expected) => {
  expect(groupThousands(amount)).toBe(expected)
})

test('writes amounts with 4 and money with 2 decimals, never rounded up', () => {
  expect(formatAmount('1234.56789')).toBe('1,234.5678')
  expect(formatMoney('48.099')).toBe('48.09')
  expect(formatCount(18460)).toBe('18,460')
  expect(formatCount(9007199254740993n)).toBe('9,007,199,254,740,993')
})

test.each([
  ['27', '27.00'],
  ['27.5', '27.50'],
  ['1888.123456', '1,888.123456'],
  ['0.000100', '0.0001'],
])('formats the payment of %s as %s', (amount, expected) => {
  expect(formatExact(amount)).toBe(expected)
})

test.each(['', '1e5', 'NaN', '1,000', '.5', '--1', ' 1'])('refuses %j', (text) => {
  expect(() => truncate(text, 4)).toThrow(TypeError)
})

const scaled = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.integer({ min: 0, max: 18 }))
const written = scaled.map(([units, decimals]) => {
  const digits = units.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return { units, decimals, text: decimals ? `${whole}.${digits.slice(-decimals)}` : whole }
})

test('equals exact integer division for every amount', () => {
  fc.assert(
    fc.property(written, fc.integer({ min: 0, max: 8 }), ({ units, decimals, text }, places) => {
      const exact =
        decimals > places ? units / 10n ** BigInt(decimals - places) : units * 10n ** BigInt(places - decimals)
      expect(BigInt(truncate(text, places).replace('.', ''))).toBe(exact)
    }),
  )
})

test('loses nothing but commas when grouping', () => {
  fc.assert(
    fc.property(written, ({ text }) => {
      expect(groupThousands(text).replaceAll(',', '')).toBe(text)
    }),
  )
})

test.each([
  ['37.599', '+37.59'],
  ['-0.705', '\u22120.70'],
  ['-0.009', '0.00'],
  ['0', '0.00'],
  ['-1234.5', '\u22121,234.50'],
])('signs %s as %s', (amount, expected) => {
  expect(formatSigned(amount)).toBe(expected)
})
