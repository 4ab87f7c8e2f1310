import { COOL_BY_CELSIUS, DEFAULT_HOT_CELSIUS, OFFLINE_AFTER_MS } from '#lib/rules/devices.ts'

/** Heat of a device by its reports. Times are Unix milliseconds. */
export interface Heat {
  /** First hot report since the device was last cool. */
  since: number
  /** First of the hot reports without a gap between them. */
  from: number
  /** Last hot report. */
  at: number
}

/** The temperature from which a device is hot. */
export const hotCelsius = (settings: { maxCelsius: number | null } | null | undefined): number =>
  settings?.maxCelsius ?? DEFAULT_HOT_CELSIUS

/**
 * The heat after a report; null for a cool device. A hot device stays hot until it has cooled by some degrees. An unknown temperature
 * changes nothing: the heat neither goes on nor ends.
 */
export function nextHeat(
  before: Heat | null,
  { celsius, limit, now }: { celsius: number | undefined; limit: number; now: number },
): Heat | null {
  if (celsius === undefined) return before
  if (celsius < (before ? limit - COOL_BY_CELSIUS : limit)) return null
  const isGap = before === null || now - before.at > OFFLINE_AFTER_MS
  return { since: before?.since ?? now, from: isGap ? now : before.from, at: now }
}

interface HeatColumns {
  hot_since: Date | null
  hot_from: Date | null
  hot_at: Date | null
}

export const heatOf = ({ hot_since: since, hot_from: from, hot_at: at }: HeatColumns): Heat | null =>
  since && from && at ? { since: since.getTime(), from: from.getTime(), at: at.getTime() } : null

export const heatColumns = (heat: Heat | null): HeatColumns => ({
  hot_since: heat && new Date(heat.since),
  hot_from: heat && new Date(heat.from),
  hot_at: heat && new Date(heat.at),
})
