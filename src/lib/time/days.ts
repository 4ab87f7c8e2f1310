import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(customParseFormat)

/** Days are UTC days, `YYYY-MM-DD`; times are Unix milliseconds. For the service: a page writes by `format.ts`. */

export const DAY_MS = 86_400_000

const DAY = 'YYYY-MM-DD'

/** The day of a moment. Throws a RangeError for a moment that no Date can hold. */
export function dayAt(time: number): string {
  const moment = dayjs.utc(time)
  if (!moment.isValid()) throw new RangeError(`no moment: ${time}`)
  return moment.format(DAY)
}

/** 00:00 UTC of a day. Throws a RangeError when there is no such day. */
export function startOf(day: string): number {
  const start = dayjs.utc(day, DAY, true)
  if (!start.isValid()) throw new RangeError(`no day: ${day}`)
  return start.valueOf()
}

/** The day `days` days later, or earlier if negative. Throws a RangeError for an invalid day. */
export const dayAfter = (day: string, days = 1): string => dayAt(startOf(day) + days * DAY_MS)
