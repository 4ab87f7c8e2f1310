import { EARNINGS_FREEZE_SECONDS } from '#lib/rules/earnings.ts'
import { utcDate, utcDayStart } from '#lib/time/format.ts'

/** Days are UTC days, `YYYY-MM-DD`; times are Unix milliseconds. */

const DAY_MS = 86_400_000
const TERA = 10n ** 12n

/** The day of a moment. */
export const dayAt = (time: number): string => utcDate(Math.floor(time / 1000))

/** 00:00 UTC of a day. Throws a RangeError when there is no such day. */
export function startOf(day: string): number {
  const seconds = utcDayStart(day)
  if (seconds === undefined) throw new RangeError(`no day: ${day}`)
  return seconds * 1000
}

export const dayAfter = (day: string, days = 1): string => dayAt(startOf(day) + days * DAY_MS)

/** The last day that may be settled: its settlement begins so many seconds after its end. */
export const lastSettleable = (now: number, settlementSeconds: number): string =>
  dayAt(now - settlementSeconds * 1000 - DAY_MS)

/** When earnings of a day can be withdrawn: frozen for 24 hours from the end of the day on. */
export const releaseTime = (day: string): number => startOf(day) + DAY_MS + EARNINGS_FREEZE_SECONDS * 1000

/**
 * Smallest units for verified work at a rate of smallest units for 10^12 units of work, cut towards zero: nothing is
 * ever paid that was not mined.
 */
export const earned = (work: bigint, perTera: bigint): bigint => (work * perTera) / TERA
