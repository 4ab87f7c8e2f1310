import { EARNINGS_FREEZE_SECONDS } from '#lib/rules/earnings.ts'
import { DAY_MS, dayAt, startOf } from '#lib/time/days.ts'

const TERA = 10n ** 12n

/** The last day that may be settled: settlement begins `settlementSeconds` after the end of a day. */
export const lastSettleable = (now: number, settlementSeconds: number): string =>
  dayAt(now - settlementSeconds * 1000 - DAY_MS)

/** When earnings of a day become withdrawable, in Unix milliseconds: 24 hours after the end of the day. */
export const releaseTime = (day: string): number => startOf(day) + DAY_MS + EARNINGS_FREEZE_SECONDS * 1000

/** Smallest units for verified work at a rate per 10^12 units of work, rounded down, so that nothing is paid that was not mined. */
export const earned = (work: bigint, perTera: bigint): bigint => (work * perTera) / TERA
