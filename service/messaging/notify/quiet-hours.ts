import { DAY_MINUTES } from '#lib/rules/alerts.ts'
import { minuteIn } from '#lib/time/zone-clock.ts'

const MINUTE_MS = 60_000

export interface QuietHours {
  zone: string
  /** Minutes of a day. Where the end is not after the beginning, they go over midnight. */
  from: number
  to: number
}

const isWithin = ({ from, to }: QuietHours, minute: number): boolean =>
  from < to ? minute >= from && minute < to : minute >= from || minute < to

/**
 * When the quiet hours that hold at a moment are over, in Unix milliseconds; undefined where there are none then. A night
 * on which the clocks change is as long as it is.
 */
export function quietUntil(quiet: QuietHours, at: number): number | undefined {
  const minute = minuteIn(quiet.zone, at)
  if (quiet.from === quiet.to || !isWithin(quiet, minute)) return undefined
  const whole = Math.floor(at / MINUTE_MS) * MINUTE_MS
  const guess = whole + ((quiet.to - minute + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS
  // The clocks may have been put forward or back in between: by how much, the clock of then says.
  const off = (minuteIn(quiet.zone, guess) - quiet.to + DAY_MINUTES * 1.5) % DAY_MINUTES
  return guess - (off - DAY_MINUTES / 2) * MINUTE_MS
}
