import type { MinerSettings, Pause, WeekSchedule } from '#lib/contract/miner-settings.ts'
import { COOL_BY_CELSIUS } from '#lib/rules/devices.ts'
import { hourOfWeek } from '#lib/time/week.ts'

/** The state of the PC; a field is absent where the system does not tell it. */
export interface Conditions {
  /** Seconds since the last input. */
  idleSeconds?: number
  /** Whether somebody may work here. Only Linux tells: its servers have no desktop. */
  hasDesktop?: boolean
  isFullScreen?: boolean
  isOnBattery?: boolean
  /** Highest temperature of the processor or a graphics card in °C. */
  celsius?: number
}

export const isScheduled = (schedule: WeekSchedule, at: number): boolean =>
  schedule.hours[hourOfWeek(schedule.zone, at)] === '1'

/** The shortest pause of a hot PC: a processor cools down within seconds, and is as hot again after seconds of work. */
const MIN_HOT_MS = 60_000

interface Moment {
  settings: MinerSettings
  conditions: Conditions
  /** Unix milliseconds; Infinity for a pause without an end; undefined where the user asked for none. */
  pausedUntil: number | undefined
  /** Unix milliseconds. */
  now: number
  /** The pause until now, and its begin in Unix milliseconds. */
  before: (Pause & { since: number }) | undefined
}

/** Whether a PC is too hot, or has not cooled down yet. */
function isHot({ settings: { maxCelsius }, conditions: { celsius }, now, before }: Moment): boolean {
  if (maxCelsius === null || celsius === undefined) return false
  if (before?.reason !== 'hot') return celsius >= maxCelsius
  const pausedMs = now - before.since
  // A clock that was set back must not lengthen the pause.
  return celsius >= maxCelsius - COOL_BY_CELSIUS || (pausedMs >= 0 && pausedMs < MIN_HOT_MS)
}

/**
 * Why the PC should not mine now; undefined where it may. A condition that the system does not tell pauses nothing, but a desktop that does
 * not tell about input counts as in use.
 */
export function pauseAt(moment: Moment): Pause | undefined {
  const { settings, conditions, pausedUntil, now } = moment
  if (pausedUntil !== undefined && pausedUntil > now)
    return { reason: 'user', ...(Number.isFinite(pausedUntil) && { until: Math.ceil(pausedUntil / 1000) }) }
  if (settings.schedule && !isScheduled(settings.schedule, now)) return { reason: 'schedule' }
  if (settings.isOnlyOnMains && conditions.isOnBattery) return { reason: 'battery' }
  if (isHot(moment)) return { reason: 'hot' }
  if (settings.isPausedFullScreen && conditions.isFullScreen) return { reason: 'full-screen' }
  const { idleSeconds = conditions.hasDesktop ? 0 : Number.POSITIVE_INFINITY } = conditions
  if (settings.isOnlyIdle && idleSeconds < settings.idleMinutes * 60) return { reason: 'in-use' }
  return undefined
}
