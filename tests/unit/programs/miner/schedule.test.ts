import { expect, test } from 'vitest'
import { dailySchedule, nextScheduled, systemZone } from '#service/programs/miner/schedule.ts'

const at = (text: string) => Date.parse(text)

test.each([
  [22, 7, '111111100000000000000011'],
  [9, 17, '000000000111111110000000'],
  [0, 24, '111111111111111111111111'],
])('hours from %i to %i are the same every day', (from, to, day) => {
  expect(dailySchedule(from, to, 'UTC')).toEqual({ zone: 'UTC', hours: day.repeat(7) })
})

test.each([
  ['Europe/Berlin', '2026-11-30T12:00:00Z', '2026-11-30T21:00:00Z'],
  ['Europe/Berlin', '2026-11-30T22:10:00Z', '2026-11-30T22:15:00Z'],
  ['Asia/Kathmandu', '2026-11-30T12:00:01Z', '2026-11-30T16:15:00Z'],
])('in %s after %s the device mines from %s', (zone, now, next) => {
  expect(nextScheduled(dailySchedule(22, 7, zone), at(now))).toBe(at(next))
})

test('an hour that clocks skip comes a week later', () => {
  const sundayAtTwo = { zone: 'Europe/Berlin', hours: `${'0'.repeat(146)}1${'0'.repeat(21)}` }
  expect(nextScheduled(sundayAtTwo, at('2027-03-27T00:00:00Z'))).toBe(at('2027-04-04T00:00:00Z'))
})

test('a schedule without an hour has no next one', () => {
  expect(nextScheduled({ zone: 'UTC', hours: '0'.repeat(168) }, 0)).toBeUndefined()
})

test('the zone of the PC is one that schedules can name', () => expect(systemZone()).toMatch(/^[\w/+-]+$/))
