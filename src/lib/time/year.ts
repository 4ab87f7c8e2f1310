import type { Locale } from '../i18n/locales.ts'
import { browserZone, isTimeZone } from './zones.ts'

/** A year of hours as twelve months of days in a time zone. Moments are Unix seconds, months 0 to 11. */

const HOUR = 3600
const HOURS_OF_DAY = 24
const MONTHS = 12
/** A place without an hour: in the future, or skipped when clocks go forward. */
export const NO_HOUR = -1

export interface MonthOf {
  year: number
  month: number
}

/** The last twelve months with the running one, or a calendar year. */
export type YearChoice = 'last' | number

export interface YearMonth extends MonthOf {
  days: number
  /** Level of each hour of the clock, day by day, or NO_HOUR; of an hour that came twice the higher one. */
  levels: number[]
  /** Hours of the range in this month, up to now. */
  hours: number
  /** Those with work, and the days with at least one. */
  worked: number
  workedDays: number
}

type Local = readonly [year: number, month: number, day: number, hour: number, minute: number]

/** Creating a format takes longer than its use. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: isTimeZone(zone) ? zone : browserZone(),
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  formats.set(zone, format)
  return format
}

/** Seconds by which a zone is ahead of UTC at a moment. */
function ahead(zone: string, at: number): number {
  const parts = formatOf(zone).formatToParts(at * 1000)
  const part = (kind: Intl.DateTimeFormatPartTypes) => Number(parts.find(({ type }) => type === kind)?.value ?? 0)
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute')) / 1000
  return shown - Math.floor(at / 60) * 60
}

function localOf(at: number, seconds: number): Local {
  const date = new Date((at + seconds) * 1000)
  return [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes()]
}

/** The year that it is in a zone. */
export const yearAt = (zone: string, at: number): number => localOf(at, ahead(zone, at))[0]

/** 00:00 of the first day of a month, or the first moment after it where clocks skip it. */
function startOfMonth(zone: string, { year, month }: MonthOf): number {
  const midnight = Date.UTC(year, month, 1) / 1000
  const guess = midnight - ahead(zone, midnight)
  return midnight - ahead(zone, guess)
}

const monthAfter = ({ year, month }: MonthOf, count: number): MonthOf => {
  const index = year * MONTHS + month + count
  return { year: Math.floor(index / MONTHS), month: index % MONTHS }
}

/** The twelve months of a choice. */
export function monthsOf(choice: YearChoice, zone: string, now: number): MonthOf[] {
  const [year, month] = localOf(now, ahead(zone, now))
  const first = choice === 'last' ? monthAfter({ year, month }, 1 - MONTHS) : { year: choice, month: 0 }
  return Array.from({ length: MONTHS }, (_, index) => monthAfter(first, index))
}

/** The UTC hours that a run of months touches in a zone. */
export function hoursOf(months: readonly MonthOf[], zone: string): { from: number; hours: number } {
  const [first, last] = [months[0], months.at(-1)]
  if (!first || !last) return { from: 0, hours: 0 }
  const from = Math.floor(startOfMonth(zone, first) / HOUR) * HOUR
  return { from, hours: Math.ceil((startOfMonth(zone, monthAfter(last, 1)) - from) / HOUR) }
}

const daysIn = ({ year, month }: MonthOf): number => new Date(Date.UTC(year, month + 1, 0)).getUTCDate()

/** Seconds ahead of UTC in the middle of each hour: asked once a day, and hour by hour on a day that changes it. */
function aheadByHour(zone: string, from: number, count: number): number[] {
  const middle = (index: number) => from + index * HOUR + HOUR / 2
  const found: number[] = []
  for (let index = 0; index < count; index += HOURS_OF_DAY) {
    const end = Math.min(index + HOURS_OF_DAY, count)
    const [first, last] = [ahead(zone, middle(index)), ahead(zone, middle(end - 1))]
    for (let one = index; one < end; one += 1) found.push(first === last ? first : ahead(zone, middle(one)))
  }
  return found
}

interface Hours {
  from: number
  levels: readonly number[]
}

/** Calls back for each hour of the range with the hour of the clock that holds its middle. */
function eachHour(zone: string, { from, levels }: Hours, visit: (local: Local, level: number) => void): void {
  const offsets = aheadByHour(zone, from, levels.length)
  for (const [index, level] of levels.entries())
    visit(localOf(from + index * HOUR + HOUR / 2, offsets[index] ?? 0), level)
}

/** Places each UTC hour in its month, day and hour of a zone. Hours outside of the months are left out. */
export function placeHours(months: readonly MonthOf[], zone: string, hours: Hours): YearMonth[] {
  const placed = months.map((one): YearMonth => {
    const days = daysIn(one)
    const levels = new Array<number>(days * HOURS_OF_DAY).fill(NO_HOUR)
    return { ...one, days, levels, hours: 0, worked: 0, workedDays: 0 }
  })
  const byMonth = new Map(placed.map((one) => [one.year * MONTHS + one.month, one]))
  eachHour(zone, hours, ([year, month, day, hour], level) => {
    const found = byMonth.get(year * MONTHS + month)
    if (!found) return
    const place = (day - 1) * HOURS_OF_DAY + hour
    found.levels[place] = Math.max(found.levels[place] ?? NO_HOUR, level)
    found.hours += 1
    if (level > 0) found.worked += 1
  })
  for (const one of placed)
    for (let day = 0; day < one.days; day += 1)
      if (one.levels.slice(day * HOURS_OF_DAY, (day + 1) * HOURS_OF_DAY).some((level) => level > 0)) one.workedDays += 1
  return placed
}

/** The longest run of hours with work. */
export function longestRun(levels: readonly number[]): number {
  let [longest, run] = [0, 0]
  for (const level of levels) {
    run = level > 0 ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** Sum of the levels at each hour of the clock. */
export function byClock(levels: readonly number[]): number[] {
  const sums = new Array<number>(HOURS_OF_DAY).fill(0)
  for (const [place, level] of levels.entries())
    if (level > 0) sums[place % HOURS_OF_DAY] = (sums[place % HOURS_OF_DAY] ?? 0) + level
  return sums
}

const tagOf = (locale: Locale): string => (locale === 'zh' ? 'zh-CN' : 'en-GB')

/** A space between digits and Han characters, as in all texts. */
const spaced = (text: string): string => text.replace(/(\d)(?=\p{Script=Han})|(\p{Script=Han})(?=\d)/gu, '$& ')

/** `Mar`, `Mar 2026` or `March 2026`; in Chinese `3 月` or `2026 年 3 月`. */
export function monthName(locale: Locale, { year, month }: MonthOf, form: 'short' | 'shortYear' | 'longYear'): string {
  const format = new Intl.DateTimeFormat(tagOf(locale), {
    month: form === 'longYear' ? 'long' : 'short',
    ...(form !== 'short' && { year: 'numeric' as const }),
    timeZone: 'UTC',
  })
  return spaced(format.format(Date.UTC(year, month, 1)))
}

/** `Thursday 12 March 2026`, for a day of a month that counts from 0. */
export const dayName = (locale: Locale, { year, month }: MonthOf, day: number): string =>
  spaced(
    new Intl.DateTimeFormat(tagOf(locale), {
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    }).format(Date.UTC(year, month, day + 1)),
  )

/** `03:00`. */
export const clockHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
