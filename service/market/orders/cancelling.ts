import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Row } from './row.ts'
import { giveUp, isOverdue, lockOrder } from './steps.ts'

/** Cancels an unpaid order of a user; any other one can't be cancelled. */
export function cancelOrder(ctx: Context, of: { userId: string; orderNo: string }): Promise<Row> {
  return ctx.db.transaction().execute(async (db) => {
    const row = await lockOrder(db, of.orderNo, of.userId)
    if (!row) throw new RefusalError('ORDER_UNKNOWN')
    if (row.status === 'success') throw new RefusalError('ORDER_PAID')
    if (row.status !== 'pending') throw new RefusalError('ORDER_NOT_PENDING')
    return giveUp(ctx, db, { row, reason: isOverdue(row, ctx.clock.now()) ? 'expired' : 'user' })
  })
}
