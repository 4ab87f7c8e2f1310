import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import type { Locale } from '../i18n/locales.ts'

dayjs.extend(utc)

/** `2026-11-20`, the UTC day of a moment in Unix seconds. */
export function utcDate(unixSeconds: number): string {
  return dayjs.unix(unixSeconds).utc().format('YYYY-MM-DD')
}

/** `20 Nov`, or `11/20` in Chinese: the UTC day of a moment in Unix seconds, short enough for an axis. */
export function utcDayShort(unixSeconds: number, locale: Locale): string {
  return dayjs
    .unix(unixSeconds)
    .utc()
    .format(locale === 'zh' ? 'M/D' : 'D MMM')
}

/** `2026-11-20 18:47 UTC`. */
export function utcDateTime(unixSeconds: number): string {
  return dayjs.unix(unixSeconds).utc().format('YYYY-MM-DD HH:mm [UTC]')
}

/** The first whole minute from a moment in Unix milliseconds on, `2026-11-20 18:47 UTC`: what is told never comes early. */
export function utcMinuteFrom(unixMs: number): string {
  return utcDateTime(Math.ceil(unixMs / 60_000) * 60)
}

/** `18:47 UTC`. */
export function utcTime(unixSeconds: number): string {
  return dayjs.unix(unixSeconds).utc().format('HH:mm [UTC]')
}

/** `2026-11-20 19:47` in the reader's time zone. Without Intl, whose first use takes a phone a tenth of a second. */
export function localDateTime(unixSeconds: number): string {
  return dayjs.unix(unixSeconds).format('YYYY-MM-DD HH:mm')
}

/** The UTC day of `YYYY-MM-DD` as the Unix seconds of its 00:00, or undefined when there is no such day. */
export function utcDayStart(date: string): number | undefined {
  const day = dayjs.utc(date)
  return day.isValid() && day.format('YYYY-MM-DD') === date ? day.unix() : undefined
}
