const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How a language writes each unit with its number, for example `(count) => t('units.days', { count })`. */
export type DurationUnits = Record<'days' | 'hours' | 'minutes', (count: number) => string>

/** Whole days, hours and minutes of a span in seconds; a negative span is none. */
export function splitDuration(seconds: number) {
  const whole = Math.max(0, Math.floor(seconds))
  return {
    days: Math.floor(whole / day),
    hours: Math.floor((whole % day) / hour),
    minutes: Math.floor((whole % hour) / minute),
  }
}

/** Days, hours and minutes, from the largest that is not zero on; under a minute: no minutes (SPEC-9.32). */
export function formatDuration(seconds: number, units: DurationUnits): string {
  const { days, hours, minutes } = splitDuration(seconds)
  const texts = [units.minutes(minutes)]
  if (days > 0 || hours > 0) texts.unshift(units.hours(hours))
  if (days > 0) texts.unshift(units.days(days))
  return texts.join(' ')
}

/** Whole hours from `nowSeconds` to a moment in Unix seconds, never negative (SPEC-9.33). */
export function wholeHoursUntil(unixSeconds: number, nowSeconds: number): number {
  return Math.max(0, Math.floor((unixSeconds - nowSeconds) / hour))
}

/** Seconds to the next 00:00 UTC, when the running day is settled: from 1 to 86,400. */
export function secondsUntilSettlement(nowSeconds: number): number {
  const now = Math.floor(nowSeconds)
  return day - (((now % day) + day) % day)
}

const twoDigits = (count: number) => String(count).padStart(2, '0')

/** `05:12:44`, or `29:07` with `hours: false`, where minutes may pass 59. Negative spans are zero. */
export function clock(seconds: number, options: { hours: boolean } = { hours: true }): string {
  const whole = Math.max(0, Math.floor(seconds))
  const tail = twoDigits(whole % minute)
  if (!options.hours) return `${twoDigits(Math.floor(whole / minute))}:${tail}`
  return `${twoDigits(Math.floor(whole / hour))}:${twoDigits(Math.floor((whole % hour) / minute))}:${tail}`
}
