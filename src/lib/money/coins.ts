/**
 * Coins and their smallest units (decisions 4). Amounts are integers of the smallest unit in code, as `bigint`, and
 * decimal strings on the wire; no float ever touches them.
 */

/** Coins that devices mine. */
export const minedCoins = ['ALEO', 'GRASS', 'NODEPAY'] as const
export const coins = [...minedCoins, 'USDT'] as const
export type Coin = (typeof coins)[number]

/** Decimals that the ledger keeps of a coin. */
export const decimalsOf: Readonly<Record<Coin, number>> = { ALEO: 6, GRASS: 9, NODEPAY: 18, USDT: 6 }

export const isCoin = (text: string): text is Coin => (coins as readonly string[]).includes(text)

/**
 * The smallest units of a decimal string, for example `0.3` ALEO is 300000n. Throws a RangeError for what is no plain
 * decimal number, and for more decimals than the coin has: nothing is ever rounded.
 */
export function toUnits(amount: string, coin: Coin): bigint {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(amount)
  if (!match) throw new RangeError(`not an amount: ${amount}`)
  const [, sign = '', whole = '0', fraction = ''] = match
  const places = decimalsOf[coin]
  if (/[1-9]/.test(fraction.slice(places))) throw new RangeError(`${coin} has ${places} decimals: ${amount}`)
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return sign ? -units : units
}

/** The decimal string of smallest units, without trailing zeros: 300000n ALEO is `0.3`, 0n is `0`. */
export function fromUnits(units: bigint, coin: Coin): string {
  const places = decimalsOf[coin]
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -places)}${fraction && `.${fraction}`}`
}
