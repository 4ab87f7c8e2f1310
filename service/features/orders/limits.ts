import { EXPIRED_WITHIN_SECONDS, MOST_UNPAID_ORDERS, slowedUntil } from '#lib/rules/orders.ts'
import { utcMinuteFrom } from '#lib/time/format.ts'
import { minuteFrom } from '../../clock.ts'
import type { Database } from '../../db/open.ts'
import { Refusal } from '../../http/refusal.ts'

/** Throws the refusal of one more unpaid order; the user's row is locked, so that none is placed beside it. */
export async function mayPlace(db: Database, userId: string, now: number): Promise<void> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  const unpaid = Number(count)
  if (unpaid >= MOST_UNPAID_ORDERS) throw new Refusal('TOO_MANY_UNPAID', { most: MOST_UNPAID_ORDERS })
  if (unpaid === 0) return
  const until = slowedUntil(await expiriesOf(db, userId, now), now)
  if (until !== undefined)
    throw new Refusal('ONE_UNPAID_AT_A_TIME', { until: minuteFrom(until), time: utcMinuteFrom(until) })
}

/** When the orders of a user expired that may still slow down: each that does is at most a day before another. */
async function expiriesOf(db: Database, userId: string, now: number): Promise<number[]> {
  const rows = await db
    .selectFrom('orders')
    .select('expires_at')
    .where('user_id', '=', userId)
    .where('status', '=', 'cancel')
    .where('cancel_reason', '=', 'expired')
    .where('ordered_at', '>', new Date(now - 3 * EXPIRED_WITHIN_SECONDS * 1000))
    .execute()
  return rows.map(({ expires_at }) => expires_at.getTime())
}
