import { toScaled } from '../money/fixed-point.ts'
import { parseDecimal } from '../money/parse-amount.ts'
import { inputError } from './calculator.ts'

/** Electricity cost of a device in whole numbers; a tariff is for one kilowatt-hour. */

const JOULES_OF_KWH = 3_600_000n
const WATT_PLACES = 1
const TARIFF_PLACES = 4
/** Costs are in units of 10^-8 of the tariff's currency. */
const COST_PLACES = 8

/**
 * Cost of `seconds` at the typed watts and tariff, in 10^-8 of the tariff's currency, rounded up so that it is never
 * too low. Undefined if watts or tariff are not numbers within the calculator's bounds.
 */
export function electricityCost(of: { watts: string; tariff: string; seconds: number }): bigint | undefined {
  if (inputError('watts', of.watts) || inputError('electricity', of.tariff)) return undefined
  // Stryker disable next-line StringLiteral: without an error both are numbers; the compiler does not know that
  const [watts, tariff] = [parseDecimal(of.watts) ?? '', parseDecimal(of.tariff) ?? '']
  const joules = toScaled(watts, WATT_PLACES) * BigInt(of.seconds)
  const cost = joules * toScaled(tariff, TARIFF_PLACES) * 10n ** BigInt(COST_PLACES - TARIFF_PLACES)
  const divisor = JOULES_OF_KWH * 10n ** BigInt(WATT_PLACES)
  return (cost + divisor - 1n) / divisor
}
