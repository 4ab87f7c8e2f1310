import { utcDayStart } from '#lib/time/format.ts'

/** The UTC days of a history, both in it; '' is no bound. */
export interface Days {
  from: string
  to: string
}
export const allDays: Days = { from: '', to: '' }

export const isReversed = ({ from, to }: Days): boolean => from !== '' && to !== '' && to < from

/** What the service is asked for; nothing where no day is meant. */
export function timesOf(days: Days): { startTime?: number; endTime?: number } | undefined {
  if (isReversed(days)) return undefined
  const [first, last] = [utcDayStart(days.from), utcDayStart(days.to)]
  return {
    ...(first !== undefined && { startTime: first }),
    ...(last !== undefined && { endTime: last + 86_399 }),
  }
}
