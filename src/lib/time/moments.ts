/** A moment as a clock time, with the weekday where it is not today. */
export function formatMoment(at: number, tag: string, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return new Intl.DateTimeFormat(tag, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(!isToday && { weekday: 'short' }),
  }).format(at)
}

/** Midnight after a moment, by this system's clock. */
export function nextMidnight(now = Date.now()): number {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + 1).getTime()
}

/** A Monday: its week gives the names of the days. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** Name of a day of the week, counted from Monday. */
export const weekdayName = (day: number, tag: string, weekday: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(tag, { weekday, timeZone: 'UTC' }).format(MONDAY + day * DAY_MS)
