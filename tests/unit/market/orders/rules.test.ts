import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, startOf } from '#lib/time/days.ts'
import { type Arrived, canRevive, nextUpdate, type OrderState } from '#service/market/orders/rules.ts'
import { runSchedule } from '#service/market/orders/schedule.ts'

const DAY = 86_400_000
const dust = 10_000n
const amount = 188_000_000n
const placed = Date.UTC(2026, 2, 10, 12)
const expiresAt = placed + 1_800_000

const pending: OrderState = {
  status: 'pending',
  exception: 'none',
  amount,
  seen: 0n,
  credited: 0n,
  expiresAt,
  paidSeenAt: null,
  cancelReason: null,
}
const arrived = (seen: bigint, confirmed: bigint, firstSeenAt: number | null = placed): Arrived => ({
  seen,
  confirmed,
  firstSeenAt,
  hasOtherToken: false,
})
const updateOf = (order: OrderState, what: Arrived, now = placed) => nextUpdate(order, what, { now, dust })

describe('the state of an order by its arrivals', () => {
  test.each([
    ['nothing', 0n, 0n, 'pending', 'none', 0n, 0n],
    ['a part', 100n, 100n, 'pending', 'partial', 0n, 0n],
    ['all of it, seen', amount, 0n, 'paying', 'none', 0n, 0n],
    ['all of it, a part final', amount, amount - 1n, 'paying', 'none', 0n, 0n],
    ['all of it, final', amount, amount, 'success', 'none', amount, 0n],
    ['more, final', amount + dust, amount + dust, 'success', 'over', amount, dust],
    ['dust more, final', amount + 1n, amount + 1n, 'success', 'over', amount, 0n],
  ])('%s', (_, seen, confirmed, status, exception, taken, credited) =>
    expect(updateOf(pending, arrived(seen, confirmed))).toEqual({ status, exception, taken, credited }),
  )

  test.each([
    [-2000, 'success'],
    [-1, 'success'],
    [0, 'cancel'],
    [1, 'cancel'],
    [2000, 'cancel'],
  ])('A7 everything seen %i ms from the end of the window, reported later: %s', (ms, status) => {
    const what = arrived(amount, amount, expiresAt + ms)
    expect(updateOf(pending, what, expiresAt + 60_000).status).toBe(status)
    const expired: OrderState = { ...pending, status: 'cancel', cancelReason: 'expired' }
    expect(canRevive(expired, what, expiresAt + 60_000)).toBe(status === 'success')
    const byUser: OrderState = { ...expired, cancelReason: 'user' }
    expect(canRevive(byUser, what, expiresAt + 60_000)).toBe(false)
    expect(updateOf(byUser, what)).toEqual({ status: 'cancel', exception: 'late', taken: 0n, credited: amount })
  })

  test('the rest of a partial payment after the window is too late for the order, and is not lost', () => {
    const part: OrderState = { ...pending, exception: 'partial', seen: 100_000_000n }
    const now = expiresAt + 1000
    const ended = updateOf(part, arrived(amount, amount), now)
    expect(ended).toEqual({ status: 'cancel', exception: 'partial', taken: 0n, credited: amount })
  })

  test('one whose transfer vanished waits again, and is lost after the window', () => {
    const paying: OrderState = { ...pending, status: 'paying', seen: amount, paidSeenAt: placed + 1000 }
    expect(updateOf(paying, arrived(0n, 0n, null)).status).toBe('pending')
    expect(updateOf(paying, arrived(0n, 0n, null), expiresAt).status).toBe('cancel')
    const lost: OrderState = { ...paying, status: 'cancel', cancelReason: 'expired', seen: 0n }
    expect(canRevive(lost, arrived(amount, 0n, expiresAt + 5000), expiresAt + 5000)).toBe(true)
    expect(canRevive({ ...lost, credited: 5n }, arrived(amount, amount), expiresAt + 5000)).toBe(false)
  })

  test('a paid one stays paid, whenever it is reported', () => {
    const paid: OrderState = { ...pending, status: 'success', seen: amount }
    const update = updateOf(paid, arrived(amount, amount, expiresAt + 5000), expiresAt + 60_000)
    expect(update).toEqual({ status: 'success', exception: 'none', taken: amount, credited: 0n })
    const expired: OrderState = { ...pending, cancelReason: 'expired' }
    expect(canRevive(expired, arrived(amount, amount), placed)).toBe(false)
  })

  test('a payment that was refunded is not credited', () => {
    const cancelled: OrderState = { ...pending, status: 'cancel', cancelReason: 'user', refunded: 1_000_000n }
    const update = updateOf(cancelled, arrived(amount, amount))
    expect(update).toMatchObject({ taken: 1_000_000n, credited: amount - 1_000_000n })
  })

  test('an ended one keeps its problem when nothing of its arrivals is left', () => {
    const partial: OrderState = { ...pending, exception: 'partial', seen: 100n }
    const nothing = arrived(0n, 0n, null)
    expect(updateOf({ ...partial, status: 'cancel', cancelReason: 'user' }, nothing).exception).toBe('partial')
    expect(updateOf(partial, nothing).exception).toBe('none')
    expect(updateOf(partial, nothing, expiresAt).exception).toBe('none')
  })

  test('another token is shown and moves nothing', () => {
    const token = { ...arrived(0n, 0n, null), hasOtherToken: true }
    expect(updateOf(pending, token)).toEqual({ status: 'pending', exception: 'wrong-token', taken: 0n, credited: 0n })
  })

  test('for any arrivals in any order nothing is taken back, and no more is moved than is final', () => {
    const step = fc.record({
      more: fc.bigInt({ min: 0n, max: 2n * amount }),
      ms: fc.integer({ min: 0, max: 2_000_000 }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 6 }), fc.boolean(), (steps, isSwept) => {
        let order = pending
        let [sum, now, taken, credited] = [0n, placed, 0n, 0n]
        for (const { more, ms } of steps) {
          sum += more
          now += ms
          if (isSwept && order.status === 'pending' && now >= expiresAt)
            order = { ...order, status: 'cancel', cancelReason: 'expired' }
          const what = arrived(sum, sum, sum > 0n && order.seen === 0n ? now : placed)
          const next = canRevive(order, what, now)
            ? nextUpdate({ ...order, status: 'pending' }, what, { now: placed, dust })
            : updateOf(order, what, now)
          expect(next.taken >= taken && next.credited >= credited && next.taken + next.credited <= sum).toBe(true)
          expect(next.taken === 0n || next.status === 'success').toBe(true)
          ;[taken, credited] = [next.taken, next.credited]
          const cancelReason = next.status === 'cancel' ? (order.cancelReason ?? 'expired') : null
          order = { ...order, ...next, seen: sum, cancelReason, paidSeenAt: next.status === 'success' ? placed : null }
        }
      }),
    )
  })
})

describe('the schedule of an order', () => {
  const runsFrom = Date.UTC(2026, 2, 10, 18)
  const none = new Map<string, number>()

  test('is its days of 24 hours, over as many days of UTC as they touch', () => {
    const { endsAt, days } = runSchedule({ runsFrom, days: 2 }, none)
    expect(endsAt).toBe(runsFrom + 2 * DAY)
    expect(days).toEqual([
      { day: '2026-03-10', ms: DAY / 4, missedSeconds: 0 },
      { day: '2026-03-11', ms: DAY, missedSeconds: 0 },
      { day: '2026-03-12', ms: (DAY * 3) / 4, missedSeconds: 0 },
    ])
  })

  test('is extended by the downtime', () => {
    const { endsAt, days } = runSchedule({ runsFrom, days: 2 }, new Map([['2026-03-11', 21_600]]))
    expect(endsAt).toBe(runsFrom + 2 * DAY + 6 * 3_600_000)
    expect(days[1]).toEqual({ day: '2026-03-11', ms: DAY, missedSeconds: 21_600 })
    const whole = runSchedule({ runsFrom, days: 2 }, new Map([['2026-03-11', 86_400]]))
    expect(whole.endsAt).toBe(runsFrom + 3 * DAY)
  })

  test('delivers its days exactly, whatever the downtime: never less, and less than a millisecond more', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.integer({ min: 0, max: 86_400 }), { maxLength: 20 }),
        (days, downs) => {
          const map = new Map(downs.map((down, index) => [dayAfter('2026-03-10', index), down]))
          const schedule = runSchedule({ runsFrom, days }, map)
          const delivered = schedule.days.reduce(
            (sum, { day, ms }) => sum + BigInt(ms) * (86_400n - BigInt(map.get(day) ?? 0)),
            0n,
          )
          const expected = BigInt(days) * BigInt(DAY) * 86_400n
          expect(delivered >= expected && delivered - expected < 86_400n).toBe(true)
          expect(schedule.endsAt).toBe(runsFrom + schedule.days.reduce((sum, { ms }) => sum + ms, 0))
          expect(startOf(schedule.days[0]?.day ?? '')).toBeLessThanOrEqual(runsFrom)
        },
      ),
    ))
})
