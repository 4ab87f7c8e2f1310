import { sql } from 'kysely'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { giveUp, isOverdue, lockOrder } from './steps.ts'

const BATCH = 200

/** Orders whose window has closed unpaid, oldest first. */
const overdue = (db: Database, now: number) =>
  db
    .selectFrom('orders')
    .select('id')
    // As it stands in the index: a plan for any status could not use it.
    .where(sql<boolean>`status = 'pending'`)
    .where('expires_at', '<=', new Date(now))
    .orderBy('expires_at')
    .orderBy('id')

/**
 * Ends every unpaid order whose window has closed, each in a transaction of its own. Several nodes may do so at once: each order
 * is looked at again once its row is held, and its units go back once.
 */
export async function expireDue(ctx: Context): Promise<void> {
  for (;;) {
    const due = await overdue(ctx.db, ctx.clock.now()).limit(BATCH).execute()
    for (const { id } of due) await expireOne(ctx, id)
    if (due.length < BATCH) return
  }
}

/** Ends one order if its time has come: whoever asks about it gets the truth, whether the job has come by or not. */
export const expireOne = (ctx: Context, id: string): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    const row = await lockOrder(db, id)
    if (row && isOverdue(row, ctx.clock.now())) await giveUp(ctx, db, { row, reason: 'expired' })
  })

/** Those of one user, before one more is placed; each in a transaction of its own, so that rows of plans are never held two at a time. */
export async function expireDueOf(ctx: Context, userId: string): Promise<void> {
  const due = await overdue(ctx.db, ctx.clock.now()).where('user_id', '=', userId).execute()
  for (const { id } of due) await expireOne(ctx, id)
}
