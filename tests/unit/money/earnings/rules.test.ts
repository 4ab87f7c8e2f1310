import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { earned, lastSettleable, releaseTime } from '#service/money/earnings/rules.ts'

const HOUR_SECONDS = 3600

test.each([
  ['2026-03-10T00:59:59.999Z', '2026-03-08'],
  ['2026-03-10T01:00:00.000Z', '2026-03-09'],
  ['2026-03-10T23:59:59.999Z', '2026-03-09'],
])('at %s the last day that may be settled an hour after its end is %s', (now, day) => {
  expect(lastSettleable(Date.parse(now), HOUR_SECONDS)).toBe(day)
})

test('earnings of a day are frozen for the 24 hours after its end', () => {
  expect(releaseTime('2026-03-09')).toBe(Date.parse('2026-03-11T00:00:00Z'))
  expect(releaseTime('2026-12-31')).toBe(Date.parse('2027-01-02T00:00:00Z'))
})

describe('the earnings of work', () => {
  test.each([
    [0n, 3n, 0n],
    [10n ** 12n, 3n, 3n],
    [15n * 10n ** 11n, 3n, 4n],
    [10n ** 12n - 1n, 1n, 0n],
  ])('%s at %s is %s', (work, perTera, units) => expect(earned(work, perTera)).toBe(units))

  test('is never more than its worth, and less than one unit short of it', () => {
    const amount = fc.bigInt({ min: 0n, max: 10n ** 24n })
    fc.assert(
      fc.property(amount, amount, (work, perTera) => {
        const short = work * perTera - earned(work, perTera) * 10n ** 12n
        expect(short >= 0n && short < 10n ** 12n).toBe(true)
      }),
    )
  })
})
