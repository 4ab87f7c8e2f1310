import { describe, expect, test } from 'vitest'
import { fillCells, presets, scheduleIn, WEEK_HOURS } from '#lib/rules/week-schedule.ts'

const JULY = Date.parse('2026-07-01T12:34:56Z')
const at = (hours: string, day: number, hour: number) => hours[day * 24 + hour]

describe('the usual schedules', () => {
  test.each([
    ['always', 168],
    ['nights', 63],
    ['weekends', 48],
    ['never', 0],
  ] as const)('%s is %d hours a week', (name, count) => {
    expect(presets[name]).toHaveLength(WEEK_HOURS)
    expect([...presets[name]].filter((digit) => digit === '1')).toHaveLength(count)
  })

  test('nights are from 22:00 to 7:00, and weekends Saturday and Sunday', () => {
    expect([21, 22, 6, 7].map((hour) => at(presets.nights, 3, hour))).toEqual(['0', '1', '1', '0'])
    expect([4, 5, 6].map((day) => at(presets.weekends, day, 12))).toEqual(['0', '1', '1'])
  })
})

test('fills a rectangle from any of its corners, and empties it again', () => {
  const corners = [
    { day: 1, hour: 22 },
    { day: 3, hour: 20 },
  ] as const
  const filled = fillCells(presets.never, corners, '1')
  expect([...filled].filter((digit) => digit === '1')).toHaveLength(9)
  expect([at(filled, 1, 20), at(filled, 3, 22), at(filled, 1, 19), at(filled, 4, 20)]).toEqual(['1', '1', '0', '0'])
  expect(fillCells(filled, [corners[1], corners[0]], '0')).toBe(presets.never)
})

describe('a schedule in another zone', () => {
  const monday = {
    zone: 'Europe/Berlin',
    hours: fillCells(
      presets.never,
      [
        { day: 0, hour: 1 },
        { day: 0, hour: 1 },
      ],
      '1',
    ),
  }

  test('has its hours moved by the difference, across the ends of the week', () => {
    const { zone, hours } = scheduleIn(monday, 'UTC', JULY)
    expect([zone, hours.indexOf('1')]).toEqual(['UTC', 6 * 24 + 23])
    expect(scheduleIn(monday, 'Asia/Shanghai', JULY).hours.indexOf('1')).toBe(7)
    expect(scheduleIn({ zone, hours }, 'Europe/Berlin', JULY)).toEqual(monday)
  })

  test('stays in its own where the difference is no whole hour, or the zone is unknown', () => {
    expect(scheduleIn(monday, 'Asia/Kolkata', JULY)).toBe(monday)
    const strange = { ...monday, zone: 'Middle/Earth' }
    expect(scheduleIn(strange, 'UTC', JULY)).toBe(strange)
    expect(scheduleIn(monday, 'Europe/Berlin', JULY)).toBe(monday)
  })
})
