import type { Locale } from '../i18n/locales.ts'

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
