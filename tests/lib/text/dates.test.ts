import { expect, test } from 'vitest'
import { aroundDates } from '#lib/text/dates.ts'

test('finds the dates of a sentence, and nothing that only resembles one', () => {
  expect(aroundDates('2026-11-20, settled 2026-11-21 04:12 UTC')).toEqual([
    '',
    '2026-11-20',
    ', settled ',
    '2026-11-21',
    ' 04:12 UTC',
  ])
  for (const none of ['', 'no date', '11/20', '2026-1-2']) expect(aroundDates(none)).toEqual([none])
})
