import type { WeekSchedule } from '../contract/miner-settings.ts'
import { minutesAhead } from '../time/week.ts'
import { isTimeZone } from '../time/zones.ts'

/** Hours of a week as 168 digits from Monday 0:00, 1 where a device may mine (src/lib/contract/miner-settings.ts). */

const DAYS = 7
const HOURS = 24
export const WEEK_HOURS = DAYS * HOURS

/** A cell of the grid: day 0 is Monday. */
export interface Cell {
  day: number
  hour: number
}

export const placeOf = ({ day, hour }: Cell): number => day * HOURS + hour

export const week = (isOn: (cell: Cell) => boolean): string =>
  Array.from({ length: WEEK_HOURS }, (_, place) =>
    isOn({ day: Math.floor(place / HOURS), hour: place % HOURS }) ? '1' : '0',
  ).join('')

export const presets = {
  always: week(() => true),
  nights: week(({ hour }) => hour >= 22 || hour < 7),
  weekends: week(({ day }) => day >= 5),
  never: week(() => false),
} as const

/** Writes a digit into every cell between two corners, in both directions. */
export function fillCells(hours: string, [from, to]: readonly [Cell, Cell], filled: string): string {
  const within = (value: number, a: number, b: number) => value >= Math.min(a, b) && value <= Math.max(a, b)
  return [...hours]
    .map((digit, place) => {
      const isInside = within(Math.floor(place / HOURS), from.day, to.day) && within(place % HOURS, from.hour, to.hour)
      return isInside ? filled : digit
    })
    .join('')
}

/**
 * The same hours in another zone, by the difference of both at a moment in Unix milliseconds. The schedule itself where that is no
 * number of whole hours, or this system does not know its zone.
 */
export function scheduleIn(schedule: WeekSchedule, zone: string, at: number): WeekSchedule {
  if (schedule.zone === zone || !isTimeZone(schedule.zone)) return schedule
  const shift = (minutesAhead(zone, at) - minutesAhead(schedule.zone, at)) / 60
  if (!Number.isInteger(shift)) return schedule
  const before = (place: number) => schedule.hours[(place - shift + WEEK_HOURS) % WEEK_HOURS]
  return { zone, hours: Array.from({ length: WEEK_HOURS }, (_, place) => before(place)).join('') }
}
