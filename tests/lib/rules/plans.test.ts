import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  forecastOutput,
  fromHashrate,
  isFewLeft,
  outputOf,
  outputOfDays,
  planState,
  pricePerUnitDay,
  rateText,
  toHashrate,
} from '#lib/rules/plans.ts'

describe('the state of a plan', () => {
  const sale = { paused: false, opensAt: 1000, deadline: 2000 }
  test.each([
    [999, 'preparing'],
    [1000, 'active'],
    [1999, 'active'],
    [2000, 'paused'],
  ])('at %i is %s', (now, state) => expect(planState(sale, now)).toBe(state))

  test('is active for good without times, and paused whenever an operator sets it', () => {
    expect(planState({ paused: false, opensAt: null, deadline: null }, 0)).toBe('active')
    expect(planState({ paused: true, opensAt: 1000, deadline: null }, 0)).toBe('paused')
  })
})

test.each([
  [100, 10, true],
  [100, 11, false],
  [100, 0, false],
])('of %i units %i left: few is %s', (total, remaining, few) => expect(isFewLeft({ total, remaining })).toBe(few))

describe('hash rate', () => {
  test.each(['0.001', '50', '120.5', '999999999999'])('%s stays what it is', (text) =>
    expect(fromHashrate(toHashrate(text))).toBe(text),
  )
  test.each(['', '-1', '1e3', '0.0001', '1,5', ' 1'])('%j is none', (text) =>
    expect(() => toHashrate(text)).toThrow(new RangeError(`no hash rate: ${text}`)),
  )
})

describe('output', () => {
  const rate = 200_530_000_000n
  test('of 50 GH/s in a day and in 90', () => {
    const of = (days: number) => outputOfDays({ hashrate: toHashrate('50'), rate, days })
    expect([of(1), of(90)]).toEqual([10_026_500n, 902_385_000n])
    expect([rateText(rate, 'ALEO'), pricePerUnitDay({ price: 188_000_000n, hashrate: 50_000n, days: 90 })]).toEqual([
      '0.20053',
      '0.041777',
    ])
  })

  test("of a day is reduced by its farm's downtime", () => {
    const of = (downSeconds: bigint) => outputOf({ hashrate: 50_000n, rate, ms: 86_400_000n, downSeconds })
    expect([0n, 21_600n, 86_400n].map(of)).toEqual([10_026_500n, 7_519_875n, 0n])
  })

  test('of the finest coin has a rate of 18 decimals at most', () =>
    expect(rateText(123_456_789_012_345_678_901_234n, 'NODEPAY')).toBe('0.123456789012345678'))

  test('is rounded down once: parts of a day never yield more than the day, and at most a unit less for each part', () =>
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 86_399_999 }), { minLength: 1, maxLength: 6 }),
        fc.bigInt({ min: 1n, max: 10n ** 9n }),
        fc.bigInt({ min: 0n, max: 86_400n }),
        (cuts, hashrate, downSeconds) => {
          const places = [0, ...cuts.sort((one, other) => one - other), 86_400_000]
          const parts = places.slice(1).map((end, index) => BigInt(end - (places[index] ?? 0)))
          const of = (ms: bigint) => outputOf({ hashrate, rate, ms, downSeconds })
          const sum = parts.reduce((total, ms) => total + of(ms), 0n)
          const whole = of(86_400_000n)
          expect(sum <= whole && whole - sum < BigInt(parts.length)).toBe(true)
        },
      ),
    ))
})

describe('the forecast of a plan', () => {
  const plan = {
    coin: 'ALEO',
    price: '188',
    hashrate: '50',
    perUnitDay: '0.20053',
    coinPrice: '0.25',
    days: 90,
  } as const
  test('breaks even when price ÷ (hash rate × rate × coin price) days are over', () => {
    // 50 × 0.20053 × 0.25 = 2.506625 a day; 188 ÷ 2.506625 = 75.001
    expect(forecastOutput(plan, 'stays')).toEqual({
      breakEvenDay: 76,
      perDay: '2.506625',
      worth: '225.59625',
    })
    expect(forecastOutput(plan, 'falls')).toMatchObject({ breakEvenDay: 151, worth: '112.798125' })
    expect(forecastOutput(plan, 'rises')).toMatchObject({ breakEvenDay: 51, worth: '338.394375' })
  })
  test('breaks even on the day that yields the rest, to the last part', () => {
    const exact = { ...plan, price: '10', hashrate: '1', perUnitDay: '1', coinPrice: '2' }
    expect(forecastOutput(exact, 'stays')).toMatchObject({ breakEvenDay: 5, perDay: '2' })
    expect(forecastOutput({ ...exact, price: '10.000001' }, 'stays')).toMatchObject({ breakEvenDay: 6 })
  })
  test('is computed with 18 decimals of each figure', () =>
    expect(
      forecastOutput(
        { ...plan, hashrate: '1', perUnitDay: `0.${'0'.repeat(17)}19`, coinPrice: `1${'0'.repeat(18)}` },
        'stays',
      ),
    ).toMatchObject({
      perDay: '1',
    }))
  test('never breaks even without a rate', () =>
    expect(forecastOutput({ ...plan, perUnitDay: '0' }, 'stays')).toEqual({ perDay: '0', worth: '0' }))
})
