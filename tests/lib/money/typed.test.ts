import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plainDecimal } from '#lib/money/typed.ts'
import { groupThousands } from '#lib/text/decimal.ts'

test.each([
  ['1', '1'],
  ['0.05', '0.05'],
  [' 3.5 ', '3.5'],
  ['3.', '3'],
  ['007', '007'],
  ['1,234', '1234'],
  ['1,234.5', '1234.5'],
  ['12,345,678.', '12345678'],
])('%j is %s', (text, plain) => {
  expect(plainDecimal(text)).toBe(plain)
})

test.each([
  ...['3,5', '3,', ',5', '1,23', '1,2345', '1234,567', '1,234,56', '1,,234', '0,123', '1.234,5', '1,234,', '1.5,000'],
  ...['', ' ', '.5', '.', '-1', '+1', '1e3', '1.2.3', '1 234', '0x10', '３', '3，5', '3٫5', 'NaN'],
])('%j is no number', (text) => {
  expect(plainDecimal(text)).toBeUndefined()
})

test('reads every number that we write', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 24n), fc.bigInt(1n, 10n ** 18n), (whole, parts) => {
      const plain = `${whole}.${parts}`
      expect(plainDecimal(plain)).toBe(plain)
      expect(plainDecimal(groupThousands(plain))).toBe(plain)
    }),
  )
})

test('a comma in place of the point never makes the number another one', () => {
  fc.assert(
    fc.property(fc.nat(9_999), fc.integer({ min: 0, max: 99 }), (whole, parts) => {
      expect(plainDecimal(`${whole},${parts}`)).toBeUndefined()
    }),
  )
})
