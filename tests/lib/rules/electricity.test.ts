import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cheapHours, electricityCost, hourlyCost } from '#lib/rules/electricity.ts'
import { nightHours } from '#lib/rules/tariff.ts'

test.each([
  ['100', '0.25', 36_000, 25_000_000n],
  ['1000', '1', 3600, 100_000_000n],
  ['45.5', '0.3', 86_400, 32_760_000n],
  ['0', '0.25', 3600, 0n],
  ['1 000', ' 1,0 ', 3600, 100_000_000n],
  ['1', '0.0001', 1, 1n],
  ['5', '0', 86_400, 0n],
])('%s W at %s for %i s', (watts, tariff, seconds, cost) => {
  expect(electricityCost({ watts, tariff, seconds })).toBe(cost)
})

test.each(['', 'x', '-1', '1e3', '1.23', '100001'])('has no cost for %j watts', (watts) => {
  expect(electricityCost({ watts, tariff: '0.2', seconds: 60 })).toBeUndefined()
})

test('has no cost for watts that can be read in two ways', () => {
  expect(electricityCost({ watts: '1,000', tariff: '0,25', seconds: 60 })).toBeUndefined()
})

test('two spans cost as much as both in one, except for rounding', () => {
  const seconds = fc.integer({ min: 0, max: 86_400 })
  fc.assert(
    fc.property(seconds, seconds, fc.integer({ min: 0, max: 100_000 }), (one, other, watts) => {
      const cost = (span: number) => electricityCost({ watts: String(watts), tariff: '0.2719', seconds: span }) ?? -1n
      const apart = cost(one) + cost(other) - cost(one + other)
      expect(apart === 0n || apart === 1n).toBe(true)
    }),
  )
})

const HOUR = 3_600_000
const nights = { zone: 'Europe/Berlin', hours: nightHours, prices: { standard: '0.4', low: '0.1', high: '' } }
const wholeDay = Array.from({ length: 24 }, () => 3600)

describe('an hourly tariff', () => {
  /** Hours at the low price, of a device of 1 kW that is on from one moment to the other. */
  function lowHours(zone: string, from: string, to: string): number {
    const [start, end] = [Date.parse(from), Date.parse(to)]
    const seconds = Array.from({ length: (end - start) / HOUR }, () => 3600)
    const tariff = { ...nights, zone, prices: { standard: '0', low: '1', high: '' } }
    return Number(hourlyCost({ watts: '1000', tariff, from: start, seconds })) / 10 ** 8
  }

  // Low from 22:00 to 6:00 by the wall clock.
  test.each([
    ['UTC', '2026-07-01T00:00Z', '2026-07-02T00:00Z', 8],
    ['Europe/Berlin', '2026-07-01T00:00Z', '2026-07-02T00:00Z', 8],
    ['Europe/Berlin', '2026-07-01T03:00Z', '2026-07-01T05:00Z', 1],
    ['Asia/Kolkata', '2026-07-01T00:00Z', '2026-07-01T01:00Z', 0.5],
    ['Asia/Kolkata', '2026-07-01T16:00Z', '2026-07-01T18:00Z', 1.5],
    ['Asia/Kathmandu', '2026-07-01T00:00Z', '2026-07-01T01:00Z', 0.25],
    ['America/St_Johns', '2026-07-01T08:00Z', '2026-07-01T09:00Z', 0.5],
    // Local days of 23 hours, without 2:00 to 3:00, and of 25 hours, with it twice.
    ['Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z', 7],
    ['Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z', 9],
    ['America/New_York', '2026-03-08T05:00Z', '2026-03-09T04:00Z', 7],
    ['America/New_York', '2026-11-01T04:00Z', '2026-11-02T05:00Z', 9],
    // UTC days, which are those of the earnings: the clock changes in the middle of the night.
    ['Europe/Berlin', '2026-03-29T00:00Z', '2026-03-30T00:00Z', 8],
    ['Europe/Berlin', '2026-03-29T00:00Z', '2026-03-29T06:00Z', 4],
    ['Europe/Berlin', '2026-10-25T00:00Z', '2026-10-25T06:00Z', 5],
    // Lord Howe sets its clock by half an hour.
    ['Australia/Lord_Howe', '2026-04-04T13:00Z', '2026-04-04T20:00Z', 6.5],
  ])('in %s from %s to %s is low for %d hours', (zone, from, to, hours) => {
    expect(lowHours(zone, from, to)).toBe(hours)
  })

  test('prices each hour by its band, and rounds up once', () => {
    const from = Date.UTC(2026, 6, 1)
    const cost = (seconds: number[]) => hourlyCost({ watts: '100', tariff: nights, from, seconds })
    expect(cost(wholeDay)).toBe(72_000_000n)
    expect(cost([1])).toBe(278n)
    expect(cost([1, 1, 1])).toBe(834n)
    expect(cost([])).toBe(0n)
  })

  test('weeks begin on Monday', () => {
    const hours = `${'0'.repeat(144)}${'2'.repeat(24)}`
    const tariff = { zone: 'UTC', hours, prices: { standard: '0', low: '', high: '1' } }
    const on = (day: number) => hourlyCost({ watts: '1000', tariff, from: Date.UTC(2026, 10, day), seconds: wholeDay })
    // 29 November 2026 is a Sunday.
    expect([28, 29, 30].map(on)).toEqual([0n, 2_400_000_000n, 0n])
  })

  test.each([
    ['full-width digits', '０．１', '０．４'],
    ['commas', '0,1', '0,40'],
    ['spaces', ' 0.1 ', '\u00a00.4'],
  ])('takes prices with %s', (_, low, standard) => {
    const tariff = { ...nights, prices: { standard, low, high: '' } }
    expect(hourlyCost({ watts: '１００', tariff, from: Date.UTC(2026, 6, 1), seconds: wholeDay })).toBe(72_000_000n)
  })

  test.each(['', 'x', '-1', '10.0001', '11', '0.12345', '1,234'])('has no cost while a price in use is %j', (low) => {
    const prices = { ...nights.prices, low }
    const tariff = { ...nights, prices }
    expect(hourlyCost({ watts: '100', tariff, from: 0, seconds: wholeDay })).toBeUndefined()
    expect(cheapHours(tariff)).toBeUndefined()
    // A price that no hour needs may be anything.
    const flat = { ...tariff, hours: '0'.repeat(168) }
    expect(hourlyCost({ watts: '1000', tariff: flat, from: 0, seconds: [3600] })).toBe(40_000_000n)
  })

  test('has no cost for wrong watts', () => {
    expect(hourlyCost({ watts: '', tariff: nights, from: 0, seconds: wholeDay })).toBeUndefined()
  })

  test('with one price for every hour costs as much as the one price', () => {
    const seconds = fc.array(fc.integer({ min: 0, max: 3600 }), { minLength: 24, maxLength: 24 })
    const zone = fc.constantFrom('UTC', 'Asia/Kathmandu', 'Europe/Berlin', 'Australia/Lord_Howe')
    const day = fc.integer({ min: 20_000, max: 21_000 })
    fc.assert(
      fc.property(seconds, zone, day, fc.integer({ min: 0, max: 999_999 }), (online, where, at, watts) => {
        const of = { watts: (watts / 10).toFixed(1) }
        const price = '0.2719'
        const tariff = { zone: where, hours: nightHours, prices: { standard: price, low: price, high: price } }
        const total = online.reduce((sum, one) => sum + one, 0)
        const hourly = hourlyCost({ ...of, tariff, from: at * 24 * HOUR, seconds: online })
        expect(hourly).toBe(electricityCost({ ...of, tariff: price, seconds: total }))
      }),
    )
  })
})

describe('the cheapest hours', () => {
  const hours = `${'0'.repeat(60)}${'1'.repeat(60)}${'2'.repeat(48)}`
  const only = (digit: string) => [...hours].map((one) => (one === digit ? '1' : '0')).join('')
  test.each([
    ['are those of the lowest price', { standard: '0.3', low: '0.1', high: '0.5' }, only('1')],
    ['follow the prices, not the names', { standard: '0.3', low: '0.4', high: '0,2' }, only('2')],
    [
      'are of both bands with the same price',
      { standard: '0.10', low: '0.1', high: '0.5' },
      '1'.repeat(120) + '0'.repeat(48),
    ],
    ['do not exist where all hours cost the same', { standard: '0.1', low: '0,10', high: '0.1000' }, undefined],
  ])('%s', (_, prices, expected) => expect(cheapHours({ zone: 'UTC', hours, prices })).toBe(expected))

  test('do not exist where one band is in use', () => {
    const prices = { standard: '0.3', low: '0.1', high: '0.5' }
    expect(cheapHours({ zone: 'UTC', hours: '0'.repeat(168), prices })).toBeUndefined()
  })
})
