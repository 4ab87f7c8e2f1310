import type { WeekSchedule } from '#lib/contract/miner-settings.ts'
import { hourOfWeek } from '#lib/time/week.ts'

export const HOURS = 24
export const DAYS = 7
const HOUR_MS = 3_600_000

const week = (isOn: (day: number, hour: number) => boolean): string =>
  Array.from({ length: DAYS * HOURS }, (_, index) => (isOn(Math.floor(index / HOURS), index % HOURS) ? '1' : '0')).join(
    '',
  )

const isNight = (hour: number): boolean => hour >= 22 || hour < 8
/** Days count from Monday. */
export const presets: Readonly<Record<'nights' | 'weekends' | 'all', string>> = {
  nights: week((_, hour) => isNight(hour)),
  weekends: week((day, hour) => day >= 5 || isNight(hour)),
  all: week(() => true),
}

export const countHours = (hours: string): number => hours.replaceAll('0', '').length

/** The hours with those of some indexes switched on or off. */
export function setHours(hours: string, indexes: readonly number[], isOn: boolean): string {
  const digits = [...hours]
  for (const index of indexes) digits[index] = isOn ? '1' : '0'
  return digits.join('')
}

/** Indexes of a day, and whether switching it means on: only a full day is switched off. */
export function dayChange(hours: string, day: number): { indexes: number[]; isOn: boolean } {
  const indexes = Array.from({ length: HOURS }, (_, hour) => day * HOURS + hour)
  return { indexes, isOn: indexes.some((index) => hours[index] === '0') }
}

/** The index that an arrow key, Home or End leads to; undefined for other keys. */
export function movedIndex(index: number, key: string): number | undefined {
  const day = Math.floor(index / HOURS)
  const hour = index % HOURS
  const to = (newDay: number, newHour: number) =>
    ((newDay + DAYS) % DAYS) * HOURS + Math.min(HOURS - 1, Math.max(0, newHour))
  if (key === 'ArrowRight') return to(day, hour + 1)
  if (key === 'ArrowLeft') return to(day, hour - 1)
  if (key === 'ArrowDown') return to(day + 1, hour)
  if (key === 'ArrowUp') return to(day - 1, hour)
  if (key === 'Home') return to(day, 0)
  return key === 'End' ? to(day, HOURS - 1) : undefined
}

/** When the schedule allows mining again, in milliseconds; undefined where it never does, or has no hours. */
export function nextScheduledHour(schedule: WeekSchedule | null, now: number): number | undefined {
  if (!schedule?.hours.includes('1')) return undefined
  const start = now - (now % (HOUR_MS / 4))
  // Steps of a quarter of an hour: some zones are not whole hours from UTC.
  for (let at = start; at <= now + DAYS * HOURS * HOUR_MS; at += HOUR_MS / 4)
    if (at > now && schedule.hours[hourOfWeek(schedule.zone, at)] === '1') return at
  return undefined
}
