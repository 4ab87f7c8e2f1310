import { sql } from 'kysely'
import type { CancelReason } from '#lib/rules/orders.ts'
import { dayAt } from '#lib/time/days.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { askAgain } from '#service/money/deposits/taker.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { tellLive } from '#service/platform/live/telling.ts'
import { giveBack } from '../plans/stock.ts'
import { runCourse } from './course.ts'
import { PURPOSE, type Row } from './row.ts'
import { tellOrder } from './telling.ts'

/** An order with its row locked, after the row of its user; undefined when there is none, or it is of another user. */
export async function lockOrder(db: Database, id: string, userId?: string): Promise<Row | undefined> {
  const found = await db.selectFrom('orders').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!found || (userId !== undefined && found.user_id !== userId)) return undefined
  await lockUser(db, found.user_id)
  return db.selectFrom('orders').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Whether an order may be paid no more: its window has closed, and its whole amount was not seen in time. */
export const isOverdue = (row: Row, now: number): boolean => row.status === 'pending' && row.expires_at.getTime() <= now

const HOUR_MS = 3_600_000

/** What an order becomes when it is paid for: prepared, then run. */
export async function beginRun(db: Database, row: Row, now: number) {
  const runsFrom = now + row.preparation_hours * HOUR_MS
  // Shared until this stands: whoever announces downtime of the farm extends this order as well.
  await sql`select farm from farms where farm = ${row.farm} for share`.execute(db)
  const downs = await downsOf(db, row.farm, runsFrom)
  const { endsAt } = runCourse({ runsFrom, days: row.days }, downs)
  return { paid_at: new Date(now), runs_from: new Date(runsFrom), ends_at: new Date(endsAt) }
}

/** Seconds for which a farm is down, by UTC day, from a moment on. */
export async function downsOf(db: Database, farm: string, from: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('farm_days')
    .select(['day', 'down_seconds'])
    .where('farm', '=', farm)
    .where('day', '>=', dayAt(from))
    .where('down_seconds', '>', 0)
    .execute()
  return new Map(rows.map(({ day, down_seconds }) => [day, down_seconds]))
}

/** Ends a locked unpaid order: its units go back, and what has arrived of it becomes balance when it is final. */
export async function giveUp(
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
  await giveBack(db, { planId: row.plan_id, units: row.quantity })
  await tellLive(db, row.user_id)
  if (row.address !== null) await askAgain(db, { purpose: PURPOSE, subjectId: row.id })
  if (reason !== 'user') await tellOrder(ctx, db, after, 'orderExpired')
  return after
}
