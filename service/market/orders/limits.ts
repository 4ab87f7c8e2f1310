import { MAX_UNPAID_ORDERS, slowedUnits, UNPAID_TO_SLOW, UNPAID_TO_STOP } from '#lib/rules/orders.ts'
import { GIVEN_UP_WITHIN_SECONDS, restrictedUntil } from '#lib/rules/restriction.ts'
import { utcMinuteFrom } from '#lib/time/format.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'

/** Throws a refusal when an unpaid order would take more units than the user may hold of the `left` ones. */
export type UnitLimit = (left: number, units: number) => void

const shown = (until: number) => ({ until: minuteFrom(until), time: utcMinuteFrom(until) })

/**
 * Throws the refusal of another unpaid order. The user's row must be locked, so that no order is placed concurrently. Returns the
 * limit of units, to be called once the stock is known.
 */
export async function assertCanPlace(db: Database, userId: string, now: number): Promise<UnitLimit> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  const unpaid = Number(count)
  if (unpaid >= MAX_UNPAID_ORDERS) throw new RefusalError('TOO_MANY_UNPAID', { most: MAX_UNPAID_ORDERS })
  const unpaidTimes = await findUnpaid(db, userId, now)
  const stopped = restrictedUntil(unpaidTimes, UNPAID_TO_STOP, now)
  if (stopped !== undefined) throw new RefusalError('ORDERS_LEFT_UNPAID', { count: UNPAID_TO_STOP, ...shown(stopped) })
  const slowed = restrictedUntil(unpaidTimes, UNPAID_TO_SLOW, now)
  if (slowed === undefined) return () => undefined
  if (unpaid > 0) throw new RefusalError('ONE_UNPAID_AT_A_TIME', shown(slowed))
  return (left, units) => {
    const maxUnits = slowedUnits(left)
    if (units > maxUnits) throw new RefusalError('UNPAID_UNITS_LIMITED', { most: maxUnits, ...shown(slowed) })
  }
}

/** End times of the user's recent orders that expired or were cancelled unpaid, in Unix milliseconds. */
async function findUnpaid(db: Database, userId: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select(['expires_at', 'cancelled_at', 'cancel_reason'])
    .where('user_id', '=', userId)
    .where('status', '=', 'cancel')
    .where('cancel_reason', 'in', ['expired', 'user'])
    .where('ordered_at', '>', new Date(now - 3 * GIVEN_UP_WITHIN_SECONDS * 1000))
    .execute()
  return rows.map((row) =>
    (row.cancel_reason === 'user' && row.cancelled_at ? row.cancelled_at : row.expires_at).getTime(),
  )
}
