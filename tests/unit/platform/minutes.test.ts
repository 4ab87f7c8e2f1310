import fc from 'fast-check'
import { expect, test } from 'vitest'
import { utcDateTime, utcMinuteFrom } from '#lib/time/format.ts'
import { minuteFrom } from '#service/platform/clock.ts'

test('a screen, which gets seconds, shows the same minute as the letter', () =>
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), (moment) => {
      expect(utcDateTime(minuteFrom(moment))).toBe(utcMinuteFrom(moment))
    }),
  ))
