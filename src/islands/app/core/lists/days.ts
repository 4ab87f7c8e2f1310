import { isFutureDay } from '#lib/rules/range.ts'
import { utcDate, utcDayStart } from '#lib/time/format.ts'
import { serviceSeconds } from '../calls/service-clock.ts'

/** The UTC days of a history, both in it; '' is no bound. */
export interface Days {
  from: string
  to: string
}
export const allDays: Days = { from: '', to: '' }

/** Validation error of a history's days. */
export function daysError({ from, to }: Days): 'RANGE_REVERSED' | 'RANGE_FUTURE' | undefined {
  const today = utcDate(serviceSeconds())
  if (isFutureDay(from, today) || isFutureDay(to, today)) return 'RANGE_FUTURE'
  return from !== '' && to !== '' && to < from ? 'RANGE_REVERSED' : undefined
}

/** The time range for the service; undefined if the days are invalid. */
export function timeRangeOf(days: Days): { startTime?: number; endTime?: number } | undefined {
  if (daysError(days)) return undefined
  const [first, last] = [utcDayStart(days.from), utcDayStart(days.to)]
  return {
    ...(first !== undefined && { startTime: first }),
    ...(last !== undefined && { endTime: last + 86_399 }),
  }
}
