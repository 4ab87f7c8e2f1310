import type { Locale } from '../i18n/locales.ts'
import { browserZone, isTimeZone } from './zones.ts'

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Creating a format takes longer than its use, and a schedule is read every second. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const timeZone = isTimeZone(zone) ? zone : browserZone()
  const format = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' })
  formats.set(zone, format)
  return format
}

/** Index of the hour in its week, 0 to 167 from Monday 0:00, at a moment in Unix milliseconds. An unknown zone counts as the system's. */
export function hourOfWeek(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at)
  const part = (kind: Intl.DateTimeFormatPartTypes) => parts.find(({ type }) => type === kind)?.value ?? ''
  return weekdays.indexOf(part('weekday')) * 24 + Number(part('hour'))
}

/** `Mon 22:00` in the system's time zone, at a moment in Unix milliseconds: for terminals, which are English. */
export function localWeekTime(at: number): string {
  const date = new Date(at)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${weekdays[(date.getDay() + 6) % 7]} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** Minutes by which a zone is ahead of UTC at a moment in Unix milliseconds. Throws a RangeError for an unknown zone. */
export function minutesAhead(zone: string, at: number): number {
  // Swedes write a date as ISO 8601 does.
  const text = new Date(at).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  return (Date.parse(`${text.replace(' ', 'T')}Z`) - Math.floor(at / 60_000) * 60_000) / 60_000
}

/** 5 January 2026 was a Monday. */
const MONDAY = Date.UTC(2026, 0, 5)
const DAY_MS = 86_400_000

/** `Mon` or `Monday`, in Chinese `周一` or `星期一`, for day 0 of a week. */
export const weekdayName = (locale: Locale, day: number, weekday: 'short' | 'long'): string =>
  new Intl.DateTimeFormat(locale === 'zh' ? 'zh-CN' : 'en-GB', { weekday, timeZone: 'UTC' }).format(
    MONDAY + day * DAY_MS,
  )
