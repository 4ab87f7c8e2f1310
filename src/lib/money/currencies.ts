/** Currencies that worths are shown in beside USDT. No balance is kept in them and nothing is paid in them. */
export const currencies = ['USD', 'EUR', 'CNY'] as const
export type Currency = (typeof currencies)[number]

/** Decimals of a rate. */
export const RATE_PLACES = 8

/** A worth in 10^-8 USDT as an amount of a currency, cut towards zero to 2 decimals; `perUsdt` is what one USDT is worth. */
export function inCurrency(worth: bigint, perUsdt: string): string {
  const cents = (worth * rateUnits(perUsdt)) / 10n ** 14n
  const digits = (cents < 0n ? -cents : cents).toString().padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** A rate in 10^-8. Throws a RangeError for what is no number with at most 8 decimals. */
export function rateUnits(perUsdt: string): bigint {
  const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{1,8}))?$/.exec(perUsdt) ?? []
  if (whole === undefined) throw new RangeError(`${perUsdt} is no rate`)
  return BigInt(whole + fraction.padEnd(RATE_PLACES, '0'))
}

/** 10^-8 as the shortest decimal string of a rate. */
export function rateText(units: bigint): string {
  const digits = units.toString().padStart(RATE_PLACES + 1, '0')
  return `${digits.slice(0, -RATE_PLACES)}.${digits.slice(-RATE_PLACES)}`.replace(/\.?0+$/, '')
}
