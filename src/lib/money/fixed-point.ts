import { truncate } from '../text/decimal.ts'

/** Decimal strings as whole numbers of their last place, to reckon with where an amount has other places than its coin. */

/** `text` in parts of 10^-places, cut towards zero: `1.25` is 125n of 2 places. Throws a TypeError for what is no plain decimal number. */
export const toScaled = (text: string, places: number): bigint => BigInt(truncate(text, places).replace('.', ''))

/** Parts of 10^-places, at least one place, as a decimal string with all its places: -5n of 2 places is `-0.05`. */
export function fromScaled(value: bigint, places: number): string {
  const digits = value
    .toString()
    .replace('-', '')
    .padStart(places + 1, '0')
  return `${value < 0n ? '-' : ''}${digits.slice(0, -places)}.${digits.slice(-places)}`
}
