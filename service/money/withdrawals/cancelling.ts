import type { Withdrawal } from '#lib/contract/withdrawals.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { mayBecome } from './rules.ts'
import { shapeWithdrawal } from './shape.ts'
import { BY_USER, lockWithdrawal, takeStep } from './steps.ts'
import { TELL_QUEUE } from './telling.ts'

/** Cancels a pending withdrawal of a user: the amount comes back in full. */
export function cancelWithdrawal(ctx: Context, of: { userId: string; id: string }): Promise<Withdrawal> {
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const row = await lockWithdrawal(db, of.id, of.userId)
    if (!row) throw new RefusalError('WITHDRAWAL_UNKNOWN')
    if (!mayBecome(row.status, 'cancelled')) throw new RefusalError('WITHDRAWAL_NOT_PENDING')
    await ctx.jobs.send(db, TELL_QUEUE, {})
    const after = await takeStep(db, row, { status: 'cancelled', by: BY_USER, now })
    return shapeWithdrawal({ ...after, transaction_id: null }, now)
  })
}
