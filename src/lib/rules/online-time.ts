import { OFFLINE_AFTER_MS } from './devices.ts'

const HOUR_MS = 3_600_000

/** True if a device or machine last seen at this time counts as online. Times are Unix milliseconds. */
export const isOnline = (lastSeen: number | undefined, now: number): boolean =>
  now - (lastSeen ?? Number.NEGATIVE_INFINITY) <= OFFLINE_AFTER_MS

export interface HourPart {
  /** Start of the UTC hour. */
  hour: number
  seconds: number
}

/**
 * The time that a report proves, cut at UTC hours: from the last report to now, or nothing when the device was gone in
 * between. Intervals begin where the last one ended, so their sum is their union. Whole seconds, so that sums are exact.
 */
export function provenTime(lastSeen: number | undefined, now: number): HourPart[] {
  // Stryker disable next-line ConditionalExpression: what was never seen is not online; the compiler does not know that
  if (lastSeen === undefined || !isOnline(lastSeen, now)) return []
  const parts: HourPart[] = []
  const end = Math.floor(now / 1000)
  let from = Math.floor(lastSeen / 1000)
  while (from < end) {
    const hour = Math.floor((from * 1000) / HOUR_MS) * HOUR_MS
    const to = Math.min(end, (hour + HOUR_MS) / 1000)
    parts.push({ hour, seconds: to - from })
    from = to
  }
  return parts
}

export const hourOf = (time: number): number => Math.floor(time / HOUR_MS) * HOUR_MS
