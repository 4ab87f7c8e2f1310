import { sql } from 'kysely'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { cancelUnpaid, isOverdue, lockOrder } from './steps.ts'

const BATCH = 200

/** Pending orders whose payment window has closed, oldest first. */
const overdue = (db: Database, now: number) =>
  db
    .selectFrom('orders')
    .select('id')
    // A literal, because the planner uses the partial index only for this very condition.
    .where(sql<boolean>`status = 'pending'`)
    .where('expires_at', '<=', new Date(now))
    .orderBy('expires_at')
    .orderBy('id')

/**
 * Expires every overdue order, each in its own transaction. Several nodes may run it at once, because an order is checked again under
 * its row lock, so its units are released once.
 */
export async function expireDue(ctx: Context): Promise<void> {
  for (;;) {
    const due = await overdue(ctx.db, ctx.clock.now()).limit(BATCH).execute()
    for (const { id } of due) await expireOne(ctx, id)
    if (due.length < BATCH) return
  }
}

/** Expires one order if it is overdue, so that a query is right before the job has run. */
export const expireOne = (ctx: Context, id: string): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    const row = await lockOrder(db, id)
    if (row && isOverdue(row, ctx.clock.now())) await cancelUnpaid(ctx, db, { row, reason: 'expired' })
  })

/** Expires the overdue orders of one user before another is placed. One transaction each, so that two plans are never locked at once. */
export async function expireDueOf(ctx: Context, userId: string): Promise<void> {
  const due = await overdue(ctx.db, ctx.clock.now()).where('user_id', '=', userId).execute()
  for (const { id } of due) await expireOne(ctx, id)
}
