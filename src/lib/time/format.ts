import type { Locale } from '../i18n/locales.ts'
import { remembered } from '../session/storage.ts'
import { ZONE_KEY } from './zone.ts'

const two = (part: number): string => String(part).padStart(2, '0')

/** `2026-11-20T18:47:16.000Z`. Throws a RangeError for a moment that no Date can hold. */
const iso = (unixSeconds: number): string => new Date(unixSeconds * 1000).toISOString()

/** `2026-11-20`, the UTC day of a moment in Unix seconds. */
export function utcDate(unixSeconds: number): string {
  return iso(unixSeconds).slice(0, 10)
}

/** `20 Nov`, or `11/20` in Chinese: the UTC day of a moment in Unix seconds, short enough for an axis. */
export function utcDayShort(unixSeconds: number, locale: Locale): string {
  const date = new Date(unixSeconds * 1000)
  // `Fri, 20 Nov 2026 18:47:16 GMT` in every browser (ECMA-262, Date.prototype.toUTCString).
  const month = date.toUTCString().slice(8, 11)
  return locale === 'zh' ? `${date.getUTCMonth() + 1}/${date.getUTCDate()}` : `${date.getUTCDate()} ${month}`
}

/** `2026-11-20 18:47 UTC`. */
export function utcDateTime(unixSeconds: number): string {
  return `${utcDate(unixSeconds)} ${utcTime(unixSeconds)}`
}

/** The first whole minute at or after Unix milliseconds, `2026-11-20 18:47 UTC`: a shown time is never early. */
export function utcMinuteFrom(unixMs: number): string {
  return utcDateTime(Math.ceil(unixMs / 60_000) * 60)
}

/** `18:47:16`, in UTC. */
export const utcClock = (unixSeconds: number): string => iso(unixSeconds).slice(11, 19)

/** `18:47 UTC`. */
export function utcTime(unixSeconds: number): string {
  return `${iso(unixSeconds).slice(11, 16)} UTC`
}

/**
 * `2026-11-20 19:47` in the reader's time zone: the one that was chosen on the account's page, else the browser's, which
 * goes without Intl, whose first use takes a phone a tenth of a second.
 */
export function localDateTime(unixSeconds: number): string {
  const date = new Date(unixSeconds * 1000)
  const zone = remembered(ZONE_KEY)
  try {
    // Swedes write year first.
    if (zone) return date.toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  } catch {
    // A zone that this browser does not know: its own.
  }
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-')
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The UTC day of `YYYY-MM-DD` as the Unix seconds of its 00:00, or undefined when there is no such day. */
export function utcDayStart(date: string): number | undefined {
  const start = Date.parse(`${date}T00:00:00Z`) / 1000
  return Number.isInteger(start) && utcDate(start) === date ? start : undefined
}
