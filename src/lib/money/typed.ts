const PLAIN = /^\d+(?:\.\d*)?$/
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/

/**
 * The plain decimal string of a number as people type it: digits with at most one point, or with a comma before every
 * three digits, as amounts are written (specification 9): `1,234.5` is `1234.5`, `3.` is `3`. Spaces around it don't count.
 * Undefined for everything else: a comma elsewhere may be meant as the decimal sign, and `3,5` must never become 35.
 */
export function plainDecimal(text: string): string | undefined {
  const typed = text.trim()
  if (!PLAIN.test(typed) && !GROUPED.test(typed)) return undefined
  return typed.replaceAll(',', '').replace(/\.$/, '')
}
