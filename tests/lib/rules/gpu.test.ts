import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  costOfHours,
  firstFreeHour,
  HOUR_MS,
  hourBegins,
  hoursDue,
  hoursOf,
  isOver,
  reliabilityOf,
  shareOf,
  uptimeOf,
  warnedAt,
} from '#lib/rules/gpu.ts'

const runningAt = Date.UTC(2026, 2, 10, 12, 34)
const at = (hours: number) => runningAt + hours * HOUR_MS

describe('hours of a rental', () => {
  test.each([
    ['at its start', 1, 24, 0, []],
    ['a moment before the second', 1, 24, 1 - 1e-6, []],
    ['when the second begins', 1, 24, 1, [2]],
    ['after a pause of three', 1, 24, 3.5, [2, 3, 4]],
    ['no more than its term', 1, 2, 9, [2]],
    ['none after its term', 2, 2, 9, []],
    ['none before it runs', 0, 24, -1, []],
    ['none long before it runs', 0, 24, -24, []],
  ])('%s', (_, charged, max, hours, due) => {
    const { first, last } = hoursDue({ runningAt, charged, maxHours: max }, at(hours))
    expect(Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)).toEqual(due)
  })

  test('before it runs no hour has begun', () =>
    expect(hoursDue({ runningAt, charged: 0, maxHours: 24 }, at(-24))).toEqual({ first: 1, last: 0 }))

  test('each begins where the one before it ends, and none is due before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 1, max: 720 }), (minutes, max) => {
        const now = runningAt + minutes * 60_000
        const { last } = hoursDue({ runningAt, charged: 0, maxHours: max }, now)
        expect(hourBegins({ runningAt }, last)).toBeLessThanOrEqual(now)
        expect(last === max || hourBegins({ runningAt }, last + 1) > now).toBe(true)
      }),
    )
  })

  test.each([
    ['before its last hour is over', 2, 2, 1.9, false],
    ['when it is over', 2, 2, 2, true],
    ['with hours to come', 2, 3, 2, false],
    ['with an hour that is not charged', 1, 2, 2, false],
  ])('ends %s: %s', (_, charged, max, hours, over) =>
    expect(isOver({ runningAt, charged, maxHours: max }, at(hours))).toBe(over),
  )

  test.each([
    ['before it ran', -1, 1],
    ['at its start', 0, 1],
    ['in its first hour', 0.9, 1],
    ['as its second begins', 1, 2],
    ['in its third', 2.5, 3],
  ])('a host last seen %s makes the hours from %i on free', (_, hours, first) =>
    expect(firstFreeHour({ runningAt }, at(hours))).toBe(first),
  )
})

describe('how long a balance lasts', () => {
  const one = { price: 100n, left: 1000 }
  test.each([
    ['for all', 2400n, [one], undefined],
    ['for less than a day', 2399n, [one], 24],
    ['for less than six hours', 599n, [one], 6],
    ['for less than one', 99n, [one], 1],
    ['for what is left of a term', 200n, [{ price: 100n, left: 2 }], undefined],
    ['for nothing more to pay', 0n, [{ price: 100n, left: 0 }], undefined],
    ['for two', 1199n, [one, one], 6],
    ['for nobody', 0n, [], undefined],
  ])('%s', (_, balance, rentals, hours) => expect(warnedAt(balance, rentals)).toBe(hours))

  test('more hours never cost less', () => {
    const rental = fc.record({ price: fc.bigInt(1n, 10n ** 9n), left: fc.integer({ min: 0, max: 100 }) })
    fc.assert(
      fc.property(fc.array(rental), fc.nat(100), (rentals, hours) => {
        expect(costOfHours(rentals, hours + 1) >= costOfHours(rentals, hours)).toBe(true)
      }),
    )
  })
})

test.each([
  [100n, 30n, 3],
  [90n, 30n, 3],
  [29n, 30n, 0],
  [0n, 0n, Number.MAX_SAFE_INTEGER],
])('%i pay for hours at %i: %i', (balance, price, hours) => expect(hoursOf(balance, price)).toBe(hours))

describe('reliability', () => {
  const now = Date.UTC(2026, 2, 10)
  const daysAgo = (days: number) => now - days * 86_400_000
  test.each([
    ['too new to rate', { since: now - 3_599_000, onlineSeconds: 3599, ended: 0, failed: 0 }, undefined],
    ['an hour old', { since: now - 3_600_000, onlineSeconds: 3600, ended: 0, failed: 0 }, 10_000],
    ['always there', { since: daysAgo(2), onlineSeconds: 172_800, ended: 0, failed: 0 }, 10_000],
    ['half of its days', { since: daysAgo(2), onlineSeconds: 86_400, ended: 0, failed: 0 }, 5000],
    ['older than 30 days', { since: daysAgo(300), onlineSeconds: 2_592_000, ended: 8, failed: 0 }, 10_000],
    ['one of eight ended early', { since: daysAgo(300), onlineSeconds: 2_592_000, ended: 8, failed: 1 }, 9000],
    ['its first ended early', { since: daysAgo(300), onlineSeconds: 2_592_000, ended: 1, failed: 1 }, 6666],
  ])('%s', (_, facts, reliability) => expect(reliabilityOf(facts, now)).toBe(reliability))

  test('is never above its uptime, nor below zero', () => {
    const facts = fc.record({
      since: fc.integer({ min: daysAgo(400), max: now - 3_600_000 }),
      onlineSeconds: fc.nat(2_592_000),
      ended: fc.nat(1000),
    })
    fc.assert(
      fc.property(facts, fc.nat(1000), (all, failures) => {
        const failed = Math.min(failures, all.ended)
        const reliability = reliabilityOf({ ...all, failed }, now) ?? 0
        expect(reliability).toBeGreaterThanOrEqual(0)
        expect(reliability).toBeLessThanOrEqual(uptimeOf(all, now) ?? 0)
      }),
    )
  })
})

test.each([
  [1_000_000n, 7000, 700_000n],
  [1n, 9999, 0n],
  [999n, 3333, 332n],
  [5n, 0, 0n],
  [5n, 10_000, 5n],
])('of %i units at %i basis points a host gets %i', (amount, basisPoints, share) =>
  expect(shareOf(amount, basisPoints)).toBe(share),
)
