import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ambiguousReadings, parseDecimal, parseWhole } from '#lib/money/parse-amount.ts'
import { groupThousands } from '#lib/text/decimal.ts'

test.each([
  ['1', '1'],
  ['0.05', '0.05'],
  [' 3.5 ', '3.5'],
  ['3.', '3'],
  ['3,', '3'],
  ['.5', '0.5'],
  [',5', '0.5'],
  ['007', '007'],
  ['3,5', '3.5'],
  ['1,23', '1.23'],
  ['1,2345', '1.2345'],
  ['1234,567', '1234.567'],
  ['0,123', '0.123'],
  ['1.234', '1.234'],
  ['1,234.5', '1234.5'],
  ['1,234,567', '1234567'],
  ['12,345,678.', '12345678'],
  ['1.234,5', '1234.5'],
  ['1.234.567', '1234567'],
  ['1.234.567,89', '1234567.89'],
  ['1 234', '1234'],
  ['1 234,5', '1234.5'],
  ['1\u00a0234\u202f567.89', '1234567.89'],
  ["1'234.50", '1234.50'],
  ['1’234’567', '1234567'],
  ['３', '3'],
  ['３，５', '3.5'],
  ['１２３．４５', '123.45'],
  ['100。5', '100.5'],
  ['100｡5', '100.5'],
  ['１００。５', '100.5'],
  ['1，234。5', '1234.5'],
  ['3。', '3'],
  ['\u200e12.5\u200f', '12.5'],
])('%j is %s', (text, plain) => expect(parseDecimal(text)).toBe(plain))

test.each([
  ...[
    '1,234,56',
    '1,,234',
    '1,234,',
    '1.5,000.0',
    '1.5,000',
    '1.23,4,5',
    '1,234.567,8',
    '01,234,567',
    '1 23',
    '1 234 56',
    '12 34',
  ],
  ...[
    '',
    ' ',
    '.',
    ',',
    '-1',
    '+1',
    '1e3',
    '1.2.3',
    '0x10',
    '3٫5',
    'NaN',
    '3 USDT',
    '1 ,234',
    '½',
    '10²',
    '①',
    '1_000',
    '1-2',
  ],
])('%j is no number', (text) => expect([parseDecimal(text), ambiguousReadings(text)]).toEqual([undefined, undefined]))

test.each([
  ['1,234', '1234', '1.234'],
  ['12,345', '12345', '12.345'],
  ['123,456', '123456', '123.456'],
  ['１，２３４', '1234', '1.234'],
  [' 1,234 ', '1234', '1.234'],
])('%j may be %s or %s', (text, whole, decimal) =>
  expect([parseDecimal(text), ambiguousReadings(text)]).toEqual([undefined, { whole, decimal }]),
)

test.each([
  ['12', '12'],
  ['１２', '12'],
  ['1,234', '1234'],
  ['1 234', '1234'],
  ['1.234.567', '1234567'],
  ['5.', '5'],
  ['1.5', undefined],
  ['1,5', undefined],
  ['1.234', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['', undefined],
])('%j as a whole number is %s', (text, digits) => expect(parseWhole(text)).toBe(digits))

const grouped = (whole: bigint, sign: string) => groupThousands(String(whole)).replaceAll(',', sign)

test('reads every number that we and others write', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 24n), fc.bigInt(1n, 10n ** 18n), (whole, parts) => {
      const plain = `${whole}.${parts}`
      expect(parseDecimal(plain)).toBe(plain)
      for (const text of [groupThousands(plain), `${grouped(whole, ' ')},${parts}`, `${grouped(whole, "'")}.${parts}`])
        if (!ambiguousReadings(text)) expect(parseDecimal(text)).toBe(plain)
      if (whole >= 1000n) expect(parseDecimal(`${grouped(whole, '.')},${parts}`)).toBe(plain)
    }),
  )
})

test('returns a plain decimal string of the same digits, or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(..."0123456789.,' ") }), (text) => {
      const plain = parseDecimal(text)
      if (plain === undefined) return
      expect(plain).toMatch(/^\d+(\.\d+)?$/)
      expect(plain.replace(/\D/g, '')).toMatch(new RegExp(`^0?${text.replace(/\D/g, '')}$`))
    }),
  )
})
