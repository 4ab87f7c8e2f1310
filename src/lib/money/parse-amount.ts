import { pastedText } from '../rules/pasted-text.ts'

/** Room for an amount that is pasted with separators and spaces around it: a field that cut it off would change it. */
export const AMOUNT_FIELD_LENGTH = 40

/**
 * Normalizes full-width digits and signs and the full stop of Chinese input methods, removes invisible marks, and unifies
 * spaces and apostrophes. Not NFKC, which would turn `10²` into 102.
 */
const normalizeTyped = (text: string): string =>
  pastedText(text)
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, '.')
    .replace(/\s/g, ' ')
    .replace(/[’‘]/g, "'")

/** Digits with a decimal point or comma; then groups of three by one sign and decimals behind another. */
const forms = [
  /^(\d*)[.,](\d+)$/,
  /^(\d+)[.,]?$/,
  /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d*))?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d*))?$/,
  /^([1-9]\d{0,2}(?:[ ']\d{3})+)(?:[.,](\d*))?$/,
]

/** Both meanings of a number whose only comma may be a decimal one or not: `1,234` is 1234 to some and 1.234 to others. */
export function ambiguousReadings(text: string): { whole: string; decimal: string } | undefined {
  const [, whole, rest] = /^([1-9]\d{0,2}),(\d{3})$/.exec(normalizeTyped(text)) ?? []
  return rest === undefined ? undefined : { whole: `${whole}${rest}`, decimal: `${whole}.${rest}` }
}

/**
 * The plain decimal string of a number as people type or paste it: `1,234.5`, `1.234,5`, `1 234,5` and `１２３４.5` are `1234.5`,
 * `3,5` is `3.5`, `3.` is `3`. A single point is the decimal one, as everywhere on our pages. Undefined for everything else, and
 * for what is ambiguous: nothing is ever guessed.
 */
export function parseDecimal(text: string): string | undefined {
  const typed = normalizeTyped(text)
  if (ambiguousReadings(typed)) return undefined
  for (const form of forms) {
    const [, whole, fraction] = form.exec(typed) ?? []
    if (whole !== undefined) return (whole.replace(/\D/g, '') || '0') + (fraction ? `.${fraction}` : '')
  }
  return undefined
}

/** The digits of a whole number as people type it; here `1,234` can only be 1234. */
export function parseWhole(text: string): string | undefined {
  const digits = ambiguousReadings(text)?.whole ?? parseDecimal(text)
  return digits?.includes('.') ? undefined : digits
}
