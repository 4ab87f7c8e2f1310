import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crockfordCode, isSixDigits, plainCode } from '#lib/rules/codes.ts'

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  [' 123-456\n', '123456'],
  ['１２３４５６', '123456'],
  ['123\u00a0456', '123456'],
  ['123\u2009456', '123456'],
  ['123　456', '123456'],
  ['\u200b123\u200e456\ufeff', '123456'],
  ['123–456', '123456'],
  ['123—456', '123456'],
  ['𝟏𝟐𝟑𝟒𝟓𝟔', '123456'],
  ['7k4x 2qxa', '7K4X2QXA'],
  ['ａｂｃ－１', 'ABC1'],
  ['7K4X_2QXA', '7K4X2QXA'],
])('%j is %s', (typed, plain) => expect(plainCode(typed)).toBe(plain))

test.each([
  ['OIL0-1oil', '0110 1011'.replace(' ', '')],
  ['ｏｉｌ', '011'],
  ['7K4X 2QXA', '7K4X2QXA'],
])('%j is %s in Crockford’s alphabet', (typed, plain) => expect(crockfordCode(typed)).toBe(plain))

test('however a code is grouped and written, it is the same one', () => {
  const alphabet = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
  const wide = (one: string) => String.fromCharCode(one.charCodeAt(0) + 0xfee0)
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...alphabet), { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom('', ' ', '-', '\u3000', '\u00a0', '\u200d', '–'), { minLength: 12, maxLength: 12 }),
      fc.boolean(),
      (letters, gaps, isWide) => {
        const typed = letters.map((one, index) => (isWide ? wide(one) : one.toLowerCase()) + gaps[index]).join('')
        expect(crockfordCode(typed)).toBe(letters.join(''))
      },
    ),
  )
})

test.each([
  ['123456', true],
  [' 12O 4l6 ', true],
  ['12345', false],
  ['1234567', false],
  ['x123456', false],
  ['123456x', false],
  ['', false],
])('%j are six digits: %s', (typed, are) => expect(isSixDigits(typed)).toBe(are))

test('another code stays different', () => {
  for (const strange of ['١٢٣٤٥٦', '12345', '1234567', '12345x', '123/456', ''])
    expect(plainCode(strange)).not.toBe('123456')
})
