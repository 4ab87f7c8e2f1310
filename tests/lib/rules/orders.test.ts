import { describe, expect, test } from 'vitest'
import { preparesFrom, runningStatus, slowedUntil } from '#lib/rules/orders.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('three expired in a day leave one at a time for a day', () => {
  test.each([
    ['none', [], 0, undefined],
    ['two', [0, HOUR], HOUR, undefined],
    ['three within a day', [0, HOUR, 2 * HOUR], 2 * HOUR, 2 * HOUR + DAY],
    ['until the last millisecond', [0, HOUR, 2 * HOUR], 2 * HOUR + DAY - 1, 2 * HOUR + DAY],
    ['and no longer', [0, HOUR, 2 * HOUR], 2 * HOUR + DAY, undefined],
    ['a day apart is not within', [0, HOUR, DAY], DAY, undefined],
    ['in any order', [2 * HOUR, 0, HOUR], 3 * HOUR, 2 * HOUR + DAY],
    ['counted from the last three', [0, HOUR, 2 * HOUR, 20 * HOUR], 20 * HOUR, 20 * HOUR + DAY],
  ])('%s', (_, expiries, now, until) => expect(slowedUntil(expiries, now)).toBe(until))
})

describe('a paid order', () => {
  const paidAt = Date.UTC(2026, 2, 10, 12, 20)
  const order = { paidAt, runsFrom: paidAt + 24 * HOUR, endsAt: paidAt + 25 * HOUR }
  test.each([
    [0, 'ready'],
    [40 * 60_000 - 1, 'ready'],
    [40 * 60_000, 'preparing'],
    [24 * HOUR - 1, 'preparing'],
    [24 * HOUR, 'running'],
    [25 * HOUR - 1, 'running'],
    [25 * HOUR, 'ended'],
  ])('%i ms after it was paid is %s', (ms, status) => expect(runningStatus(order, paidAt + ms)).toBe(status))

  test('without preparation runs at once', () => {
    expect(preparesFrom({ paidAt, runsFrom: paidAt })).toBe(paidAt)
    expect(runningStatus({ ...order, runsFrom: paidAt }, paidAt)).toBe('running')
  })
})
