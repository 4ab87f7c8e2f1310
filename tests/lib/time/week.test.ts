import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hourOfWeek, localWeekTime, weekdayName } from '#lib/time/week.ts'

const hour = 3_600_000

/** The hour of the week by the zone's offset from UTC, as the system names it. */
function hourByOffset(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(at)
  const [, sign, hours = '0', minutes = '0'] =
    /^GMT(?:([+-])(\d+):(\d+))?/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? []
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  // The epoch began on a Thursday.
  return (((Math.floor((at + offset) / hour) + 3 * 24) % 168) + 168) % 168
}

describe('the hour of the week', () => {
  test.each([
    ['UTC', '2026-11-30T00:00:00Z', 0],
    ['UTC', '2026-11-29T23:59:59.999Z', 167],
    ['Asia/Kolkata', '2026-11-29T18:29:59Z', 167],
    ['Asia/Kolkata', '2026-11-29T18:30:00Z', 0],
    ['Asia/Kathmandu', '2026-11-29T18:15:00Z', 0],
    // Summer time begins on Sunday: the hour from 2 to 3 is left out.
    ['Europe/Berlin', '2027-03-28T00:59:59Z', 6 * 24 + 1],
    ['Europe/Berlin', '2027-03-28T01:00:00Z', 6 * 24 + 3],
    // It ends: the hour from 2 to 3 comes twice.
    ['Europe/Berlin', '2026-10-25T00:30:00Z', 6 * 24 + 2],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', 6 * 24 + 2],
    ['Europe/Berlin', '2026-10-25T02:00:00Z', 6 * 24 + 3],
    // Half an hour of summer time.
    ['Australia/Lord_Howe', '2026-10-03T15:29:59Z', 6 * 24 + 1],
    ['Australia/Lord_Howe', '2026-10-03T15:30:00Z', 6 * 24 + 2],
  ])('in %s at %s is %i', (zone, at, index) => expect(hourOfWeek(zone, Date.parse(at))).toBe(index))

  test('follows the offset of every zone at every moment', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const moments = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2037-12-31') })
    fc.assert(
      fc.property(zones, moments, (zone, at) => {
        expect(hourOfWeek(zone, at)).toBe(hourByOffset(zone, at))
      }),
      { numRuns: 300 },
    )
  })

  test('of a zone that this system does not know is that of the PC', () => {
    const at = Date.parse('2026-11-30T12:00:00Z')
    expect(hourOfWeek('Mars/Olympus', at)).toBe(hourOfWeek(new Intl.DateTimeFormat().resolvedOptions().timeZone, at))
  })
})

test.each([
  [new Date(2026, 10, 30, 9, 5), 'Mon 09:05'],
  [new Date(2026, 11, 6, 22), 'Sun 22:00'],
])('the local time of %s is %s', (date, text) => expect(localWeekTime(date.getTime())).toBe(text))

test('days of a week have names in both languages', () => {
  expect([weekdayName('en', 0, 'long'), weekdayName('zh', 6, 'short')]).toEqual(['Monday', '周日'])
})
