import { EARNINGS_FREEZE_SECONDS } from '#lib/rules/earnings.ts'
import { DAY_MS, dayAt, startOf } from '#lib/time/days.ts'

const TERA = 10n ** 12n

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
