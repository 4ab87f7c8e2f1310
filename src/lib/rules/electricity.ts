import { toScaled } from '../money/fixed-point.ts'
import { parseDecimal } from '../money/parse-amount.ts'
import { inputError } from './calculator.ts'
import { bandAt, type HourlyTariff, pricesOf } from './tariff.ts'

/** Electricity cost of a device in whole numbers; a tariff is for one kilowatt-hour. */

const JOULES_OF_KWH = 3_600_000n
const WATT_PLACES = 1
const TARIFF_PLACES = 4
/** Costs are in units of 10^-8 of the tariff's currency. */
const COST_PLACES = 8
/** Every zone is ahead of UTC by a number of quarter-hours. */
const QUARTERS = 4
const QUARTER_MS = 900_000

/** Seconds times the price of each, in parts of 10^-4, as a cost that is rounded up so that it is never too low. */
function costOf(watts: string, pricedSeconds: bigint, parts: number): bigint {
  const cost = toScaled(watts, WATT_PLACES) * pricedSeconds * 10n ** BigInt(COST_PLACES - TARIFF_PLACES)
  const divisor = JOULES_OF_KWH * 10n ** BigInt(WATT_PLACES) * BigInt(parts)
  return (cost + divisor - 1n) / divisor
}

/**
 * Cost of `seconds` at the typed watts and tariff, in 10^-8 of the tariff's currency, rounded up. Undefined if watts or tariff are not
 * numbers within the calculator's bounds.
 */
export function electricityCost(of: { watts: string; tariff: string; seconds: number }): bigint | undefined {
  if (inputError('watts', of.watts) || inputError('electricity', of.tariff)) return undefined
  // Stryker disable next-line StringLiteral: without an error both are numbers; the compiler does not know that
  const [watts, tariff] = [parseDecimal(of.watts) ?? '', parseDecimal(of.tariff) ?? '']
  return costOf(watts, BigInt(of.seconds) * toScaled(tariff, TARIFF_PLACES), 1)
}

/**
 * The same by an hourly tariff. `seconds` are those of each hour from `from` on, the beginning of a UTC hour in Unix milliseconds. In a zone
 * that is not ahead of UTC by whole hours, a UTC hour is in two hours of the wall clock: its seconds are spread over it evenly.
 */
export function hourlyCost(of: {
  watts: string
  tariff: HourlyTariff
  from: number
  seconds: readonly number[]
}): bigint | undefined {
  const prices = pricesOf(of.tariff)
  if (!prices || inputError('watts', of.watts)) return undefined
  const priceAt = (at: number) => toScaled(prices.get(bandAt(of.tariff, at)) ?? '', TARIFF_PLACES)
  const priced = of.seconds.flatMap((seconds, hour) =>
    Array.from({ length: QUARTERS }, (_, quarter) =>
      seconds === 0 ? 0n : BigInt(seconds) * priceAt(of.from + (hour * QUARTERS + quarter) * QUARTER_MS),
    ),
  )
  // Stryker disable next-line StringLiteral: without an error it is a number; the compiler does not know that
  const watts = parseDecimal(of.watts) ?? ''
  return costOf(
    watts,
    priced.reduce((sum, one) => sum + one, 0n),
    QUARTERS,
  )
}

/** The hours of a week at which electricity is cheapest, as a schedule has them; undefined where no hour is cheaper than another. */
export function cheapHours(tariff: HourlyTariff): string | undefined {
  const prices = pricesOf(tariff)
  if (!prices) return undefined
  const scaled = new Map([...prices].map(([digit, price]) => [digit, toScaled(price, TARIFF_PLACES)]))
  const [lowest, ...higher] = [...new Set(scaled.values())].sort((a, b) => Number(a - b))
  if (higher.length === 0) return undefined
  return [...tariff.hours].map((digit) => (scaled.get(digit) === lowest ? '1' : '0')).join('')
}
