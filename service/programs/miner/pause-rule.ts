import type { MinerSettings, Pause, WeekSchedule } from '#lib/contract/miner-settings.ts'

/** State of the PC as its system tells it; a field is absent where it does not tell. */
export interface Conditions {
  /** Seconds since the last input. */
  idleSeconds?: number
  isFullScreen?: boolean
  isOnBattery?: boolean
  /** Highest temperature of the processor in °C. */
  celsius?: number
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Index of the hour in its week, 0 to 167, at a moment in Unix milliseconds. Throws a RangeError for an unknown zone. */
export function hourOfWeek(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  })
  const named = Object.fromEntries(parts.formatToParts(at).map(({ type, value }) => [type, value]))
  return weekdays.indexOf(named.weekday ?? '') * 24 + Number(named.hour)
}

const isScheduled = (schedule: WeekSchedule, at: number): boolean =>
  schedule.hours[hourOfWeek(schedule.zone, at)] === '1'

/** Degrees that a PC has to cool down before it mines again. */
const COOL_BY = 5

interface Moment {
  settings: MinerSettings
  conditions: Conditions
  /** Unix milliseconds; Infinity for a pause without an end; undefined where the user asked for none. */
  pausedUntil: number | undefined
  /** Unix milliseconds. */
  now: number
  /** The pause until now. */
  before: Pause | undefined
}

/** Why the PC should not mine now; undefined where it may. A condition that the system does not tell pauses nothing. */
export function pauseAt({ settings, conditions, pausedUntil, now, before }: Moment): Pause | undefined {
  if (pausedUntil !== undefined && pausedUntil > now)
    return { reason: 'user', ...(Number.isFinite(pausedUntil) && { until: Math.ceil(pausedUntil / 1000) }) }
  if (settings.schedule && !isScheduled(settings.schedule, now)) return { reason: 'schedule' }
  if (settings.isOnlyOnMains && conditions.isOnBattery) return { reason: 'battery' }
  const { celsius = Number.NEGATIVE_INFINITY, idleSeconds = Number.POSITIVE_INFINITY } = conditions
  const cool = before?.reason === 'hot' ? COOL_BY : 0
  if (settings.maxCelsius !== null && celsius >= settings.maxCelsius - cool) return { reason: 'hot' }
  if (settings.isPausedFullScreen && conditions.isFullScreen) return { reason: 'full-screen' }
  if (settings.isOnlyIdle && idleSeconds < settings.idleMinutes * 60) return { reason: 'in-use' }
  return undefined
}
