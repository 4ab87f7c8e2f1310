import type { WeekSchedule } from '#lib/contract/miner-settings.ts'
import { browserZone } from '#lib/time/zones.ts'
import { isScheduled } from './pause-rule.ts'

const MINUTE_MS = 60_000
/** An hour that clocks skip this week comes in the next. */
const MINUTES_AHEAD = 14 * 24 * 60
/** Zones begin their hours at minutes that 15 divides, also when clocks change. */
const STEP_MINUTES = 15

/** This PC's time zone, as schedules name it. */
export function systemZone(): string {
  const zone = browserZone()
  return /^[\w/+-]+$/.test(zone) ? zone : 'UTC'
}

/** Every day from one hour to another, also over midnight: from 22 to 7. */
export const dailySchedule = (from: number, to: number, zone: string): WeekSchedule => {
  const isIn = (hour: number) => (from < to ? hour >= from && hour < to : hour >= from || hour < to)
  const day = Array.from({ length: 24 }, (_, hour) => (isIn(hour) ? '1' : '0')).join('')
  return { zone, hours: day.repeat(7) }
}

/** When the schedule next lets the device mine, in Unix milliseconds; undefined where it has no hour for that. */
export function nextScheduled(schedule: WeekSchedule, now: number): number | undefined {
  if (!schedule.hours.includes('1')) return undefined
  const step = STEP_MINUTES * MINUTE_MS
  const first = Math.ceil(now / step) * step
  for (let minutes = 0; minutes <= MINUTES_AHEAD; minutes += STEP_MINUTES)
    if (isScheduled(schedule, first + minutes * MINUTE_MS)) return first + minutes * MINUTE_MS
  return undefined
}
