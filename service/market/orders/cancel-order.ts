import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Row } from './row.ts'
import { cancelUnpaid, isOverdue, lockOrder } from './steps.ts'

/** Cancels a pending order of a user. Refuses ORDER_UNKNOWN, ORDER_PAID and ORDER_NOT_PENDING. */
export function cancelOrder(ctx: Context, of: { userId: string; orderNo: string }): Promise<Row> {
  return ctx.db.transaction().execute(async (db) => {
    const row = await lockOrder(db, of.orderNo, of.userId)
    if (!row) throw new RefusalError('ORDER_UNKNOWN')
    if (row.status === 'success') throw new RefusalError('ORDER_PAID')
    if (row.status !== 'pending') throw new RefusalError('ORDER_NOT_PENDING')
    return cancelUnpaid(ctx, db, { row, reason: isOverdue(row, ctx.clock.now()) ? 'expired' : 'user' })
  })
}
