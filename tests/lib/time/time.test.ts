import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { forget, remember } from '#lib/session/storage.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { clock, formatDuration, secondsUntilSettlement, splitDuration, wholeHoursUntil } from '#lib/time/duration.ts'
import {
  localDateTime,
  utcClock,
  utcDate,
  utcDateTime,
  utcDayShort,
  utcDayStart,
  utcMinuteFrom,
  utcTime,
} from '#lib/time/format.ts'
import { ZONE_KEY } from '#lib/time/zone.ts'
import { minuteIn } from '#lib/time/zone-clock.ts'
import { zoneName, zonesWith } from '#lib/time/zones.ts'

const evening = Date.UTC(2026, 10, 20, 18, 47, 16) / 1000

test('writes UTC', () => {
  expect(utcDate(evening)).toBe('2026-11-20')
  expect(utcDateTime(evening)).toBe('2026-11-20 18:47 UTC')
  const minute = Date.UTC(2026, 10, 20, 18, 47)
  expect([minute - 1, minute, minute + 1].map(utcMinuteFrom)).toEqual([
    '2026-11-20 18:47 UTC',
    '2026-11-20 18:47 UTC',
    '2026-11-20 18:48 UTC',
  ])
  expect(utcTime(evening)).toBe('18:47 UTC')
  expect(utcClock(evening)).toBe('18:47:16')
})

test('writes the twelve months of an axis', () => {
  const days = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, month + 1) / 1000)
  const english = '1 Jan,2 Feb,3 Mar,4 Apr,5 May,6 Jun,7 Jul,8 Aug,9 Sep,10 Oct,11 Nov,12 Dec'
  expect(days.map((day) => utcDayShort(day, 'en')).join()).toBe(english)
  expect(days.map((day) => utcDayShort(day, 'zh')).join()).toBe('1/1,2/2,3/3,4/4,5/5,6/6,7/7,8/8,9/9,10/10,11/11,12/12')
})

test.each([
  ['Asia/Shanghai', '2026-11-21 02:47'],
  ['America/New_York', '2026-11-20 13:47'],
  ['Asia/Kathmandu', '2026-11-21 00:32'],
  ['UTC', '2026-11-20 18:47'],
])('writes the time of a reader in %s', (zone, expected) => {
  vi.stubEnv('TZ', zone)
  expect(localDateTime(evening)).toBe(expected)
  vi.unstubAllEnvs()
})

test('writes the time of the chosen zone, and the local time if the zone is unknown', () => {
  vi.stubEnv('TZ', 'Europe/Prague')
  const written = ['Asia/Shanghai', 'America/New_York', 'UTC', 'Mars/Base', ''].map((zone) => {
    remember(ZONE_KEY, zone)
    return localDateTime(evening)
  })
  forget(ZONE_KEY)
  vi.unstubAllEnvs()
  expect(written).toEqual([
    '2026-11-21 02:47',
    '2026-11-20 13:47',
    '2026-11-20 18:47',
    '2026-11-20 19:47',
    '2026-11-20 19:47',
  ])
})

test('lists the given zones once, and the known ones', () => {
  const zones = zonesWith('Europe/Prague', 'Mars/Base')
  expect(zones.slice(0, 3)).toEqual(['UTC', 'Europe/Prague', 'Mars/Base'])
  expect(zones).toContain('Asia/Shanghai')
  expect(new Set(zones).size).toBe(zones.length)
  expect(zoneName('America/New_York')).toBe('America/New York')
})

test.each([
  ['2026-11-20', Date.UTC(2026, 10, 20) / 1000],
  ['2026-02-29', undefined],
  ['2026-02-31', undefined],
  ['10000-01-01', undefined],
  ['2026-1-2', undefined],
  ['nonsense', undefined],
])('finds the start of the UTC day %s', (date, expected) => {
  expect(utcDayStart(date)).toBe(expected)
})

test('returns to the same day from its start', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (moment) => {
      expect(utcDayStart(utcDate(moment))).toBe(moment - (moment % 86_400))
    }),
  )
})

const short = { days: (n: number) => `${n} d`, hours: (n: number) => `${n} h`, minutes: (n: number) => `${n} m` }

test.each([
  [-5, '0 m'],
  [59, '0 m'],
  [60, '1 m'],
  [33_120, '9 h 12 m'],
  [3600, '1 h 0 m'],
  [90_061, '1 d 1 h 1 m'],
  [86_400, '1 d 0 h 0 m'],
])('writes %i seconds as %s', (seconds, expected) => {
  expect(formatDuration(seconds, short)).toBe(expected)
})

test('loses less than a minute when splitting', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 9 }), (seconds) => {
      const { days, hours, minutes } = splitDuration(seconds)
      const rest = seconds - days * 86_400 - hours * 3600 - minutes * 60
      expect(rest).toBeGreaterThanOrEqual(0)
      expect(rest).toBeLessThan(60)
      expect(hours).toBeLessThan(24)
      expect(minutes).toBeLessThan(60)
    }),
  )
})

test.each([
  [evening + 3599, 0],
  [evening + 3600, 1],
  [evening + 7200.9, 2],
  [evening - 1, 0],
])('counts whole hours to %d as %i', (moment, expected) => {
  expect(wholeHoursUntil(moment, evening)).toBe(expected)
})

test('never counts hours below zero', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0 }), fc.integer({ min: 0 }), (moment, now) => {
      expect(wholeHoursUntil(moment, now)).toBeGreaterThanOrEqual(0)
    }),
  )
})

test.each([
  [evening, 5 * 3600 + 12 * 60 + 44],
  [Date.UTC(2026, 10, 20) / 1000, 86_400],
  [Date.UTC(2026, 10, 20) / 1000 - 1, 1],
])('counts the seconds from %d to settlement', (now, expected) => {
  expect(secondsUntilSettlement(now)).toBe(expected)
})

test('lands on midnight UTC', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_800 }), (now) => {
      expect((now + secondsUntilSettlement(now)) % 86_400).toBe(0)
    }),
  )
})

test('writes clocks', () => {
  expect(clock(18_764)).toBe('05:12:44')
  expect(clock(-1)).toBe('00:00:00')
  expect(clock(1747, { hours: false })).toBe('29:07')
  expect(clock(6000, { hours: false })).toBe('100:00')
})

test.each([
  ['UTC', 18 * 60 + 47],
  ['Asia/Shanghai', 2 * 60 + 47],
  ['Asia/Kathmandu', 32],
])('gives the minute of the day in %s', (zone, minute) => expect(minuteIn(zone, evening * 1000)).toBe(minute))

test.each(['2026-02-30', '2026-13-01', '2026-2-3', '26-02-03', '2026-02-03T00:00', ''])('refuses the day %j', (day) => {
  expect(() => startOf(day)).toThrow(RangeError)
})

test('counts UTC days over months, years and leap days', () => {
  expect(dayAfter('2024-02-28')).toBe('2024-02-29')
  expect(dayAfter('2026-01-01', -1)).toBe('2025-12-31')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000 }), fc.integer({ min: -5_000, max: 5_000 }), (at, days) => {
      const day = dayAt(at * 86_400_000)
      expect(day).toBe(utcDate(at * 86_400))
      expect(startOf(day)).toBe(at * 86_400_000)
      expect(dayAfter(day, days)).toBe(dayAt((at + days) * 86_400_000))
    }),
  )
  expect(() => dayAt(Number.NaN)).toThrow(RangeError)
})
