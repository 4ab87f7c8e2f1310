import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { minedPoints } from '#lib/rules/points.ts'
import { taskKinds } from '#lib/rules/tasks.ts'
import { closedSince, isFact, isSocial, periodAt, retryAt, validUntil } from '#service/rewards/tasks/rules.ts'

const noon = Date.UTC(2026, 2, 10, 12)
const midnight = Date.UTC(2026, 2, 11)

test.each([
  ['once', null, null],
  ['once', noon + 5, noon + 5],
  ['day', null, midnight],
  ['day', noon + 5, noon + 5],
  ['day', midnight + 5, midnight],
] as const)('a task done %s that ends at %s can be done until %s', (period, ends, until) => {
  expect(validUntil({ period, validUntil: ends }, noon)).toBe(until)
})

test.each([
  [null, null, null],
  [noon + 1, null, null],
  [noon, null, noon],
  [null, noon - 5, noon - 5],
  [noon - 9, noon - 5, noon - 9],
  [noon + 9, noon - 5, noon - 5],
])('a task that ends at %s and was closed at %s is closed since %s', (ends, closed, since) => {
  expect(closedSince({ validUntil: ends, closedAt: closed }, noon)).toBe(since)
})

test('an entry is per day for daily tasks, and for ever for tasks that are done once', () => {
  expect([periodAt('day', midnight - 1), periodAt('day', midnight), periodAt('once', noon)]).toEqual([
    '2026-03-10',
    '2026-03-11',
    '',
  ])
})

describe('the next try of a task', () => {
  test.each([
    ['bind-device', 1, 30],
    ['bind-device', 9, 30],
    ['custom', 1, 0],
    ['email', 1, 0],
    ['follow-x', 1, 60],
    ['follow-x', 2, 120],
    ['join-discord', 6, 1920],
    ['join-discord', 7, 3600],
    ['join-discord', 5000, 3600],
  ] as const)('of %s for the %sth time is %s s later', (kind, tries, seconds) => {
    expect(retryAt(kind, tries, noon)).toBe(noon + seconds * 1000)
  })
})

test('a kind is verified by facts, on another site, or by neither', () => {
  for (const kind of taskKinds) expect(isFact(kind) && isSocial(kind)).toBe(false)
  expect(taskKinds.filter((kind) => !isFact(kind) && !isSocial(kind))).toEqual(['email', 'custom'])
})

test('points for work are whole, never more than it is worth, and less than one short of it', () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 24n })
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 0n, max: 10n ** 9n }), (work, rate) => {
      const points = minedPoints(work, rate)
      expect(points * 10n ** 12n <= work * rate && work * rate < (points + 1n) * 10n ** 12n).toBe(true)
    }),
  )
  // Two parts never bring more than the whole.
  fc.assert(
    fc.property(amount, amount, fc.bigInt({ min: 0n, max: 10n ** 9n }), (one, other, rate) => {
      expect(minedPoints(one, rate) + minedPoints(other, rate) <= minedPoints(one + other, rate)).toBe(true)
    }),
  )
})
