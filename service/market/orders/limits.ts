import { MAX_UNPAID_ORDERS, slowedUnits, UNPAID_TO_SLOW, UNPAID_TO_STOP } from '#lib/rules/orders.ts'
import { GIVEN_UP_WITHIN_SECONDS, restrictedUntil } from '#lib/rules/restriction.ts'
import { utcMinuteFrom } from '#lib/time/format.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'

/** How many units one more unpaid order may take of those that are left. */
export type UnitLimit = (left: number, units: number) => void

const shown = (until: number) => ({ until: minuteFrom(until), time: utcMinuteFrom(until) })

/**
 * Throws the refusal of one more unpaid order; the user's row is locked, so that none is placed beside it. Gives what the stock
 * is to be asked: it throws where the order would take more than it may.
 */
export async function mayPlace(db: Database, userId: string, now: number): Promise<UnitLimit> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow()
  const unpaid = Number(count)
  if (unpaid >= MAX_UNPAID_ORDERS) throw new RefusalError('TOO_MANY_UNPAID', { most: MAX_UNPAID_ORDERS })
  const givenUp = await givenUpBy(db, userId, now)
  const stopped = restrictedUntil(givenUp, UNPAID_TO_STOP, now)
  if (stopped !== undefined) throw new RefusalError('ORDERS_LEFT_UNPAID', { count: UNPAID_TO_STOP, ...shown(stopped) })
  const slowed = restrictedUntil(givenUp, UNPAID_TO_SLOW, now)
  if (slowed === undefined) return () => undefined
  if (unpaid > 0) throw new RefusalError('ONE_UNPAID_AT_A_TIME', shown(slowed))
  return (left, units) => {
    const most = slowedUnits(left)
    if (units > most) throw new RefusalError('UNPAID_UNITS_LIMITED', { most, ...shown(slowed) })
  }
}

/** When orders of a user ended unpaid, by the clock or by the user, that may still restrict: units were held for nothing until then. */
async function givenUpBy(db: Database, userId: string, now: number): Promise<number[]> {
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
