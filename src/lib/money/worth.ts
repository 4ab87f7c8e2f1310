import rates from '../../content/rates.json' with { type: 'json' }
import { type Coin, decimalsOf, toUnits } from './coins.ts'
import { fromScaled, toScaled } from './fixed-point.ts'

/** Approximate worth of amounts in USDT at the calculator's dated prices. Estimates only: never used for balances. */

/** The UTC day of the prices, `YYYY-MM-DD`. */
export const pricesAsOf = rates.asOf

const PLACES = 8
const priceOf = new Map(rates.pc.coins.map(({ coin, price }) => [coin, price]))

/** The worth of an amount in 10^-8 USDT, cut towards zero. Throws a RangeError for a coin without a price. */
export function worthOf(amount: string, coin: Coin): bigint {
  const price = coin === 'USDT' ? '1' : priceOf.get(coin)
  if (price === undefined) throw new RangeError(`no price of ${coin}`)
  return (toUnits(amount, coin) * toScaled(price, PLACES)) / 10n ** BigInt(decimalsOf[coin])
}

/** 10^-8 USDT as a decimal string of 8 places. */
export const worthText = (worth: bigint): string => fromScaled(worth, PLACES)
