/**
 * Coins, points and their smallest units (ADR-116). Amounts are integers of the smallest unit in code, as `bigint`, and
 * decimal strings on the wire; no float ever touches them.
 */

/** Coins that devices mine. */
export const minedCoins = ['ALEO', 'GRASS', 'NODEPAY'] as const
/** Coins that leave for users' wallets. */
export const withdrawableCoins = [...minedCoins, 'USDT'] as const
export type Coin = (typeof withdrawableCoins)[number]

/** Assets of the ledger: coins, which can be withdrawn, and points, which cannot. */
export const assets = [...withdrawableCoins, 'POINTS'] as const
export type Asset = (typeof assets)[number]

/** Decimals that the ledger keeps of an asset. */
export const decimalsOf: Readonly<Record<Asset, number>> = { ALEO: 6, GRASS: 9, NODEPAY: 18, USDT: 6, POINTS: 0 }

export const isCoin = (text: string): text is Coin => (withdrawableCoins as readonly string[]).includes(text)

/**
 * The smallest units of a decimal string, for example `0.3` ALEO is 300000n. Throws a RangeError for what is no plain
 * decimal number, and for more decimals than the asset has: nothing is ever rounded.
 */
export function toUnits(amount: string, asset: Asset): bigint {
  const match = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/.exec(amount)
  if (!match) throw new RangeError(`not an amount: ${amount}`)
  const [, sign = '', whole = '0', fraction = ''] = match
  const places = decimalsOf[asset]
  if (/[1-9]/.test(fraction.slice(places))) throw new RangeError(`${asset} has ${places} decimals: ${amount}`)
  const units = BigInt(whole + fraction.slice(0, places).padEnd(places, '0'))
  return sign ? -units : units
}

/** The decimal string of smallest units, without trailing zeros: 300000n ALEO is `0.3`, 0n is `0`. */
export const fromUnits = (units: bigint, asset: Asset): string => formatUnits(units, decimalsOf[asset])

/** The same of a coin that is no asset, such as one that fees are paid in. */
export function formatUnits(units: bigint, places: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0')
  const whole = digits.length - places
  const fraction = digits.slice(whole).replace(/0+$/, '')
  return `${units < 0n ? '-' : ''}${digits.slice(0, whole)}${fraction && `.${fraction}`}`
}
