import { describe, expect, test } from 'vitest'
import {
  byClock,
  dayName,
  hoursOf,
  longestRun,
  monthName,
  monthsOf,
  NO_HOUR,
  placeHours,
  type YearChoice,
  yearAt,
} from '#lib/time/year.ts'

const seconds = (iso: string) => Date.parse(iso) / 1000
const NOW = seconds('2026-11-27T22:30:00Z')
const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'America/Santiago',
  'Asia/Shanghai',
]

/** A year in which every hour has the level of its index, from 1 to 7. */
function placed(zone: string, choice: YearChoice, of?: { hours?: number; level?: (index: number) => number }) {
  const months = monthsOf(choice, zone, NOW)
  const range = hoursOf(months, zone)
  const level = of?.level ?? ((index: number) => (index % 7) + 1)
  const levels = Array.from({ length: of?.hours ?? range.hours }, (_, index) => level(index))
  return { range, levels, months: placeHours(months, zone, { from: range.from, levels }) }
}

test.each([
  ['UTC', 'last', [2025, 11], [2026, 10]],
  ['Pacific/Kiritimati', 'last', [2025, 11], [2026, 10]],
  ['UTC', 2026, [2026, 0], [2026, 11]],
  ['UTC', 2024, [2024, 0], [2024, 11]],
] as const)('in %s the months of %s are from %j to %j', (zone, choice, first, last) => {
  const months = monthsOf(choice, zone, NOW)
  expect(months).toHaveLength(12)
  expect([months[0], months[11]]).toEqual([first, last].map(([year, month]) => ({ year, month })))
})

test('the running month and year are those of the zone', () => {
  const newYear = seconds('2026-12-31T23:30:00Z')
  expect(monthsOf('last', 'UTC', newYear)[11]).toEqual({ year: 2026, month: 11 })
  expect(monthsOf('last', 'Europe/Berlin', newYear)[11]).toEqual({ year: 2027, month: 0 })
  expect([yearAt('UTC', newYear), yearAt('Europe/Berlin', newYear), yearAt('no such zone', newYear)]).toEqual([
    2026,
    2027,
    expect.any(Number),
  ])
})

describe.each(zones)('in %s', (zone) => {
  test.each([2024, 2025, 2026])('each hour of %i is in one month, and no month has another one', (year) => {
    const { months, levels, range } = placed(zone, year)
    const hours = months.reduce((sum, one) => sum + one.hours, 0)
    // A day that a zone left out of its calendar, as Apia in 2011, is none of these years.
    expect(hours).toBeGreaterThanOrEqual((year % 4 === 0 ? 8784 : 8760) - 1)
    expect(hours).toBeLessThanOrEqual(levels.length)
    expect(levels.length - hours).toBeLessThanOrEqual(2)
    expect(range.from % 3600).toBe(0)
    expect(months.map(({ days }) => days)).toEqual([
      31,
      year % 4 === 0 ? 29 : 28,
      31,
      30,
      31,
      30,
      31,
      31,
      30,
      31,
      30,
      31,
    ])
    for (const month of months) {
      expect(month.levels).toHaveLength(month.days * 24)
      expect(month.worked).toBe(month.hours)
      expect(month.workedDays).toBe(month.days)
      expect(month.levels.filter((level) => level === NO_HOUR).length).toBeLessThanOrEqual(1)
    }
  })

  test('an hour is drawn where its clock shows it', () => {
    const { months, range } = placed(zone, 2026, { level: (index) => (index === 4000 ? 7 : 0) })
    const middle = new Date((range.from + 4000 * 3600 + 1800) * 1000)
    const [date = '', time = ''] = middle.toLocaleString('sv-SE', { timeZone: zone }).split(' ')
    const [, month, day] = date.split('-').map(Number)
    const found = months[(month ?? 0) - 1]
    expect(found?.levels[((day ?? 0) - 1) * 24 + Number(time.slice(0, 2))]).toBe(7)
    expect(months.reduce((sum, one) => sum + one.worked, 0)).toBe(1)
  })
})

describe('in Berlin', () => {
  const level = (zone: string) => placed(zone, 2026)
  const { months } = level('Europe/Berlin')
  const [march, october] = [months[2], months[9]]

  test('a day of 23 hours has none from 02:00', () => {
    expect(march?.hours).toBe(743)
    expect(march?.levels.slice(28 * 24, 28 * 24 + 4).map((one) => one === NO_HOUR)).toEqual([false, false, true, false])
  })

  test('a day of 25 hours draws the stronger of the two from 02:00, and counts both', () => {
    expect(october?.hours).toBe(745)
    const two = seconds('2026-10-25T00:00:00Z')
    const { range } = level('Europe/Berlin')
    const at = (two - range.from) / 3600
    const { months: drawn } = placed('Europe/Berlin', 2026, {
      level: (index) => (index === at ? 3 : index === at + 1 ? 5 : 0),
    })
    expect(drawn[9]?.levels[24 * 24 + 2]).toBe(5)
    expect(drawn[9]?.worked).toBe(2)
    expect(drawn[9]?.workedDays).toBe(1)
  })
})

test('in a zone that is half an hour ahead, an hour is drawn where its middle lies', () => {
  // 18:00 to 19:00 UTC is 23:30 to 00:30 in Kolkata.
  const { range, months } = placed('Asia/Kolkata', 2026, { level: (index) => (index === 0 ? 7 : 0) })
  expect(range.from).toBe(seconds('2025-12-31T18:00:00Z'))
  expect(months[0]?.levels[0]).toBe(7)
})

test('hours to come are absent, and are not counted', () => {
  const { months } = placed('UTC', 2026, { hours: 31 * 24 + 5 })
  expect(months.map(({ hours }) => hours)).toEqual([744, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  expect(months[1]?.levels.slice(3, 7)).toEqual(
    [7, 1, NO_HOUR, NO_HOUR].map((one, at) => (at < 2 ? expect.any(Number) : one)),
  )
  expect(months[1]?.workedDays).toBe(1)
  expect(months[2]?.levels.every((one) => one === NO_HOUR)).toBe(true)
})

test.each([
  [[], 0],
  [[0, 0], 0],
  [[1, 1, 0, 3], 2],
  [[0, 1, 2, 3], 3],
])('the longest run of %j is %i', (levels, longest) => {
  expect(longestRun(levels)).toBe(longest)
})

test('levels are summed by the hour of the clock, and absent hours add nothing', () => {
  const levels = [...Array.from({ length: 24 }, (_, hour) => (hour === 3 ? NO_HOUR : 1)), 2, 0, 5]
  const sums = byClock(levels)
  expect(sums.slice(0, 5)).toEqual([3, 1, 6, 0, 1])
})

test('months and days have their names in both languages', () => {
  const march = { year: 2026, month: 2 }
  expect((['short', 'shortYear', 'longYear'] as const).map((form) => monthName('en', march, form))).toEqual([
    'Mar',
    'Mar 2026',
    'March 2026',
  ])
  expect(monthName('zh', march, 'short')).toBe('3 月')
  expect(monthName('zh', march, 'longYear')).toBe('2026 年 3 月')
  expect(dayName('en', march, 11)).toMatch(/^Thursday,? 12 March 2026$/)
  expect(dayName('zh', march, 11)).toBe('2026 年 3 月 12 日星期四')
})
