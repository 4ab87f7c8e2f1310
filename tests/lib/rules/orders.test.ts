import { describe, expect, test } from 'vitest'
import { preparesFrom, runningStatus, slowedUnits } from '#lib/rules/orders.ts'

const HOUR = 3_600_000

test.each([
  [1_000, 100],
  [19, 1],
  [9, 1],
  [1, 1],
  [0, 1],
])('of %i remaining units a restricted order may take %i', (left, max) => expect(slowedUnits(left)).toBe(max))

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
