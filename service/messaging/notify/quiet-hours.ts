import { DAY_MINUTES } from '#lib/rules/alerts.ts'
import { minuteIn } from '#lib/time/zone-clock.ts'

const MINUTE_MS = 60_000

export interface QuietHours {
  zone: string
  /** Minutes of a day. When the end is not after the beginning, they include midnight. */
  from: number
  to: number
}

const isWithin = ({ from, to }: QuietHours, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

/**
 * The end of the quiet hours at a time, in Unix milliseconds; undefined outside of them. Nights with a change of the clocks
 * have their actual length.
 */
export function quietUntil(quiet: QuietHours, at: number): number | undefined {
  const minute = minuteIn(quiet.zone, at)
  if (quiet.from === quiet.to || !isWithin(quiet, minute)) return undefined
  const whole = Math.floor(at / MINUTE_MS) * MINUTE_MS
  const guess = whole + ((quiet.to - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
  // The clocks may change in between; the difference is read from the local time of the guess.
  const off = (minuteIn(quiet.zone, guess) - quiet.to + DAY_MINUTES * 1.5) % DAY_MINUTES
  return guess - (off - DAY_MINUTES / 2) * MINUTE_MS
}
