/** Amounts travel as decimal strings. They are formatted as strings: no float ever touches them. */

const decimal = /^(-?)(\d+)(?:\.(\d*))?$/

function parts(amount: string) {
  const match = decimal.exec(amount)
  if (!match) throw new TypeError(`Not a decimal number: ${amount}`)
  const [, sign = '', whole = '0', fraction = ''] = match
  return { sign, whole: whole.replace(/^0+(?=\d)/, ''), fraction }
}

/**
 * Cuts a decimal string to exactly `places` decimals, towards zero, never rounding; pads with zeros.
 * Throws a TypeError when `amount` is not a plain decimal number. See SPEC-9.27 to SPEC-9.29.
 */
export function truncate(amount: string, places: number): string {
  const { sign, whole, fraction } = parts(amount)
  const decimals = fraction.slice(0, places).padEnd(places, '0')
  const isZero = !/[1-9]/.test(whole + decimals)
  return `${isZero ? '' : sign}${whole}${places > 0 ? `.${decimals}` : ''}`
}

/** Puts commas between groups of three digits before the point and leaves the decimals as they are. Throws as `truncate`. */
export function groupThousands(amount: string): string {
  const { sign, whole, fraction } = parts(amount)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return `${sign}${grouped}${fraction ? `.${fraction}` : ''}`
}

/** A coin amount: 4 decimals, truncated, with thousands separators (SPEC-9.28, SPEC-9.29). */
export function formatAmount(amount: string): string {
  return groupThousands(truncate(amount, 4))
}

/** Money: 2 decimals, truncated, with thousands separators (SPEC-9.27, SPEC-9.29). */
export function formatMoney(amount: string): string {
  return groupThousands(truncate(amount, 2))
}

/** A number as it is written, with a minus sign in place of the hyphen. */
export const withMinus = (number: string): string => number.replace('-', '\u2212')

/** A whole number with thousands separators. */
export function formatCount(count: number | bigint): string {
  return groupThousands(String(count))
}
