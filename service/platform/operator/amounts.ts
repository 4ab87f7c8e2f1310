import { type Coin, toUnits } from '#lib/money/coins.ts'
import { wrongUsage } from './errors.ts'

/** The smallest units of an option, which is a number of coins from 0 on. */
export function unitsOf(option: string, amount: string, coin: Coin): bigint {
  try {
    const units = toUnits(amount, coin)
    if (units >= 0n) return units
  } catch {
    // Refused below, as an amount below zero is.
  }
  throw wrongUsage(`--${option} is a number of ${coin}, for example 0.07.`)
}
