import { parseDecimal } from '../money/parse-amount.ts'
import { hourOfWeek } from '../time/week.ts'
import { inputError } from './calculator.ts'
import { WEEK_HOURS, week } from './week-schedule.ts'

/** A price of electricity by the hour of the week, in three bands. */

/** Digits of the week: a tariff names its hours by them. */
export const bands = { standard: '0', low: '1', high: '2' } as const
export type Band = keyof typeof bands
export const bandNames = Object.keys(bands) as Band[]

export interface HourlyTariff {
  /** IANA name of the zone whose wall clock the hours follow. */
  readonly zone: string
  /** 168 digits of `bands` from Monday 0:00. */
  readonly hours: string
  /** Prices as typed, for one kilowatt-hour. */
  readonly prices: Readonly<Record<Band, string>>
}

/** Hours of a usual tariff with a cheaper night. */
export const nightHours = week(({ hour }) => hour >= 22 || hour < 6)

export const isTariffWeek = (hours: unknown): hours is string =>
  typeof hours === 'string' && hours.length === WEEK_HOURS && /^[012]*$/.test(hours)

export const usedBands = ({ hours }: Pick<HourlyTariff, 'hours'>): Band[] =>
  bandNames.filter((band) => hours.includes(bands[band]))

/** Decimal strings of the prices by digit; undefined while one that an hour needs is missing or wrong. */
export function pricesOf(tariff: HourlyTariff): ReadonlyMap<string, string> | undefined {
  const used = usedBands(tariff)
  if (used.some((band) => inputError('electricity', tariff.prices[band]))) return undefined
  return new Map(used.map((band) => [bands[band], parseDecimal(tariff.prices[band]) ?? '']))
}

/** The digit of the band at a moment in Unix milliseconds. */
export const bandAt = ({ zone, hours }: HourlyTariff, at: number): string => hours[hourOfWeek(zone, at)] ?? '0'
