import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** `2026-11-20`, the UTC day of a moment in Unix seconds. */
export function utcDate(unixSeconds: number): string {
  return dayjs.unix(unixSeconds).utc().format('YYYY-MM-DD')
}

/** `2026-11-20 18:47 UTC`. */
export function utcDateTime(unixSeconds: number): string {
  return dayjs.unix(unixSeconds).utc().format('YYYY-MM-DD HH:mm [UTC]')
}

/** `18:47 UTC`. */
export function utcTime(unixSeconds: number): string {
  return dayjs.unix(unixSeconds).utc().format('HH:mm [UTC]')
}

/** `2026-11-20 19:47` in the reader's time zone, or in the IANA zone given. Throws a RangeError for an unknown zone. */
export function zonedDateTime(unixSeconds: number, zone = readersZone()): string {
  return dayjs.unix(unixSeconds).tz(zone).format('YYYY-MM-DD HH:mm')
}

/** The reader's IANA time zone, for example `Europe/Prague`. */
export function readersZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The UTC day of `YYYY-MM-DD` as the Unix seconds of its 00:00, or undefined when there is no such day. */
export function utcDayStart(date: string): number | undefined {
  const day = dayjs.utc(date)
  return day.isValid() && day.format('YYYY-MM-DD') === date ? day.unix() : undefined
}
