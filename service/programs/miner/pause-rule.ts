import type { MinerSettings, Pause, WeekSchedule } from '#lib/contract/miner-settings.ts'

/** What the system tells about the PC; a field is absent where it does not tell. */
export interface Conditions {
  /** Seconds since the last input. */
  idleSeconds?: number
  isFullScreen?: boolean
  isOnBattery?: boolean
  /** Highest temperature of the processor in °C. */
  celsius?: number
}

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

const createFormat = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' })

/** Whether this system has the time zone's rules. */
export function isZone(zone: string): boolean {
  try {
    createFormat(zone)
    return true
  } catch {
    return false
  }
}

/** Creating a format takes longer than all else here, and the schedule is read every second. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const format = formats.get(zone) ?? createFormat(isZone(zone) ? zone : undefined)
  formats.set(zone, format)
  return format
}

/** Index of the hour in its week, 0 to 167, at a moment in Unix milliseconds. An unknown zone counts as this PC's. */
export function hourOfWeek(zone: string, at: number): number {
  const named = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return weekdays.indexOf(named.weekday ?? '') * 24 + Number(named.hour)
}

export const isScheduled = (schedule: WeekSchedule, at: number): boolean =>
  schedule.hours[hourOfWeek(schedule.zone, at)] === '1'

/** Degrees that a PC has to cool down before it mines again. */
export const COOL_BY = 5
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
  return celsius >= maxCelsius - COOL_BY || (pausedMs >= 0 && pausedMs < MIN_HOT_MS)
}

/** Why the PC should not mine now; undefined where it may. A condition that the system does not tell pauses nothing. */
export function pauseAt(moment: Moment): Pause | undefined {
  const { settings, conditions, pausedUntil, now } = moment
  if (pausedUntil !== undefined && pausedUntil > now)
    return { reason: 'user', ...(Number.isFinite(pausedUntil) && { until: Math.ceil(pausedUntil / 1000) }) }
  if (settings.schedule && !isScheduled(settings.schedule, now)) return { reason: 'schedule' }
  if (settings.isOnlyOnMains && conditions.isOnBattery) return { reason: 'battery' }
  if (isHot(moment)) return { reason: 'hot' }
  if (settings.isPausedFullScreen && conditions.isFullScreen) return { reason: 'full-screen' }
  const { idleSeconds = Number.POSITIVE_INFINITY } = conditions
  if (settings.isOnlyIdle && idleSeconds < settings.idleMinutes * 60) return { reason: 'in-use' }
  return undefined
}
