import { describe, expect, test } from 'vitest'
import { canBecome, dueAt, nextSmall, openStatuses, pendingHold, statuses } from '#service/money/withdrawals/rules.ts'

const NOW = Date.UTC(2026, 2, 10, 12)
const HOUR = 3_600_000

test('a withdrawal takes only valid steps, and ends', () => {
  const steps = statuses.flatMap((from) => statuses.filter((to) => canBecome(from, to)).map((to) => `${from} ${to}`))
  expect(steps).toEqual([
    'pending approved',
    'pending refused',
    'pending cancelled',
    'approved refused',
    'approved credited',
  ])
  expect(openStatuses).toEqual(['pending', 'approved'])
})

describe('the holds of a withdrawal', () => {
  test.each([
    ['nothing', 0, null, null],
    ['what has just passed', NOW, NOW, null],
    ['a young address', NOW + 1, null, { until: NOW + 1, reasons: ['address'] }],
    ['changed credentials', 0, NOW + 1, { until: NOW + 1, reasons: ['credentials'] }],
    ['both, the address longer', NOW + 9, NOW + 1, { until: NOW + 9, reasons: ['address', 'credentials'] }],
    ['both, the credentials longer', NOW + 1, NOW + 9, { until: NOW + 9, reasons: ['address', 'credentials'] }],
  ] as const)('%s', (_, address, credentials, hold) => {
    expect(pendingHold({ address, credentials }, NOW)).toEqual(hold)
  })
})

test('it is credited within 24 hours, or when no hold is left', () => {
  const hold = (until: number) => ({ until, reasons: ['address' as const] })
  expect(dueAt(NOW, null)).toBe(NOW + 24 * HOUR)
  expect(dueAt(NOW, hold(NOW + HOUR))).toBe(NOW + 24 * HOUR)
  expect(dueAt(NOW, hold(NOW + 48 * HOUR))).toBe(NOW + 48 * HOUR)
})

test('the next small one is allowed 30 days after one', () => {
  expect(nextSmall(NOW)).toBe(NOW + 30 * 24 * HOUR)
})
