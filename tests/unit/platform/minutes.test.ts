import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utcDateTime, utcMinuteFrom } from '#lib/time/format.ts'
import { minuteFrom } from '#service/platform/clock.ts'

test('a screen, which is told in seconds, names the minute that the letter names', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (moment) => {
      expect(utcDateTime(minuteFrom(moment))).toBe(utcMinuteFrom(moment))
    }),
  ))
