import fc from 'fast-check'

const SURROGATES = 0x800
const FIRST_SURROGATE = 0xd800
const codePoint = fc
  .nat(0x10ffff - SURROGATES)
  .map((number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES))

/** Text of any code points. `unit: 'binary'` of fast-check spends two seconds on a table of them all. */
export const anyText = (length: { minLength?: number } = {}) =>
  fc.array(codePoint, length).map((characters) => characters.join(''))
