import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { forecastOf } from '#app/earnings/mean.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'

const WEEK = ['01', '02', '03', '04', '05', '06', '07'].map((day) => `2026-11-${day}`)

/** A week in which ALEO was earned on some days; `undefined` is a day that is not settled. */
const week = (...amounts: (string | undefined)[]) =>
  amounts.map((amount, index) => ({
    date: WEEK[index] ?? '',
    settled: amount !== undefined,
    coins: amount && amount !== '0' ? [{ currencyCode: 'ALEO' as const, amount, frozen: '0' }] : [],
  }))
const aleo = (day: string, month: string) => [{ coin: 'ALEO', day, month }]

describe('a forecast of 7 days', () => {
  test.each([
    ['all mined', week('7', '7', '7', '7', '7', '7', '7'), [7, WEEK[0], WEEK[6], aleo('7', '210')]],
    ['mined on the first and the last', week('7', '0', '0', '0', '0', '0', '7'), [7, WEEK[0], WEEK[6], aleo('2', '60')]],
    ['mined on two, then idle', week('7', '7', '0', '0', '0', '0', '0'), [7, WEEK[0], WEEK[6], aleo('2', '60')]],
    ['begun on the sixth', week('0', '0', '0', '0', '0', '7', '7'), [2, WEEK[5], WEEK[6], aleo('7', '210')]],
    ['the last not settled', week('0', '6', '0', '6', '0', '6', undefined), [5, WEEK[1], WEEK[5], aleo('3.6', '108')]],
    ['cut, never rounded', week('0', '0', '0', '0', '0.000002', '0', '0'), [3, WEEK[4], WEEK[6], aleo('0', '0.00002')]],
    ['nothing mined', week('0', '0', '0', '0', '0', '0', '0'), [0, undefined, undefined, []]],
    ['nothing settled', week(undefined, undefined), [0, undefined, undefined, []]],
  ])('%s', (_, income, [days, from, to, list]) => {
    expect(forecastOf(income)).toEqual({ days, from, to, list })
  }) // biome-ignore format: rows of a table

  test('returns the earnings: no day of the window is left out of its mean', () => {
    const amounts = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 7 })
    fc.assert(
      fc.property(amounts, (units) => {
        const { days, list } = forecastOf(week(...units.map((one) => fromUnits(BigInt(one), 'ALEO'))))
        const first = units.findIndex((one) => one > 0)
        expect(days).toBe(first < 0 ? 0 : units.length - first)
        const earned = BigInt(units.reduce((sum, one) => sum + one, 0))
        const rest = earned * 30n - toUnits(list[0]?.month ?? '0', 'ALEO') * BigInt(days)
        expect(rest >= 0n && rest < BigInt(Math.max(days, 1))).toBe(true)
      }),
    )
  })
})
