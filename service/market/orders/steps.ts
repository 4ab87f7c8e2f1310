import { sql } from 'kysely'
import type { CancelReason } from '#lib/rules/orders.ts'
import { dayAt } from '#lib/time/days.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { requestAllocation } from '#service/money/deposits/payment-handler.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { publish } from '#service/platform/live/publish.ts'
import { releaseStock } from '../plans/stock.ts'
import { notifyOrder } from './notifications.ts'
import { PURPOSE, type Row } from './row.ts'
import { runSchedule } from './schedule.ts'

/** Locks the user's row, then the order's; undefined when the order does not exist or belongs to another user. */
export async function lockOrder(db: Database, id: string, userId?: string): Promise<Row | undefined> {
  const found = await db.selectFrom('orders').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!found || (userId !== undefined && found.user_id !== userId)) return undefined
  await lockUser(db, found.user_id)
  return db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Whether the payment window of a pending order has closed. */
export const isOverdue = (row: Row, now: number): boolean => row.status === 'pending' && row.expires_at.getTime() <= now

const HOUR_MS = 3_600_000

/** Columns of an order that is paid now: its preparation begins, then its run. */
export async function beginRun(db: Database, row: Row, now: number) {
  const runsFrom = now + row.preparation_hours * HOUR_MS
  // Locked in share mode, so that a concurrent change of downtime waits and extends this order as well.
  await sql`select farm from farms where farm = ${row.farm} for share`.execute(db)
  const downtime = await downtimeOf(db, row.farm, runsFrom)
  const { endsAt } = runSchedule({ runsFrom, days: row.days }, downtime)
  return { paid_at: new Date(now), runs_from: new Date(runsFrom), ends_at: new Date(endsAt) }
}

/** Seconds of downtime of a farm by UTC day, from `from` (Unix milliseconds) on. */
export async function downtimeOf(db: Database, farm: string, from: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('farm_days')
    .select(['day', 'down_seconds'])
    .where('farm', '=', farm)
    .where('day', '>=', dayAt(from))
    .where('down_seconds', '>', 0)
    .execute()
  return new Map(rows.map(({ day, down_seconds }) => [day, down_seconds]))
}

/** Cancels a locked unpaid order: its units are released, and what has arrived becomes balance once it is final. */
export async function cancelUnpaid(
  ctx: Context,
  db: Database,
  { row, reason }: { row: Row; reason: CancelReason },
): Promise<Row> {
  const after = await db
    .updateTable('orders')
    .set({ status: 'cancel', cancelled_at: new Date(ctx.clock.now()), cancel_reason: reason })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await releaseStock(db, { planId: row.plan_id, units: row.quantity })
  await publish(db, row.user_id)
  if (row.address !== null) await requestAllocation(db, { purpose: PURPOSE, subjectId: row.id })
  if (reason !== 'user') await notifyOrder(ctx, db, after, 'orderExpired')
  return after
}
