import { utcDate, utcDayStart } from './format.ts'

/** Days are UTC days, `YYYY-MM-DD`; times are Unix milliseconds. */

export const DAY_MS = 86_400_000

/** The day of a moment. */
export const dayAt = (time: number): string => utcDate(Math.floor(time / 1000))

/** 00:00 UTC of a day. Throws a RangeError when there is no such day. */
export function startOf(day: string): number {
  const seconds = utcDayStart(day)
  if (seconds === undefined) throw new RangeError(`no day: ${day}`)
  return seconds * 1000
}

export const dayAfter = (day: string, days = 1): string => dayAt(startOf(day) + days * DAY_MS)
