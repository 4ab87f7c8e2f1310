import type { Withdrawal } from '#lib/contract/withdrawals.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { NOTIFY_QUEUE } from './notifications.ts'
import { toWithdrawal } from './reply.ts'
import { canBecome } from './rules.ts'
import { BY_USER, lockWithdrawal, takeStep } from './steps.ts'

/** Cancels a pending withdrawal; the amount returns in full. */
export function cancelWithdrawal(ctx: Context, of: { userId: string; id: string }): Promise<Withdrawal> {
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    const row = await lockWithdrawal(db, of.id, of.userId)
    if (!row) throw new RefusalError('WITHDRAWAL_UNKNOWN')
    if (!canBecome(row.status, 'cancelled')) throw new RefusalError('WITHDRAWAL_NOT_PENDING')
    await ctx.jobs.send(db, NOTIFY_QUEUE, {})
    const after = await takeStep(db, row, { status: 'cancelled', by: BY_USER, now })
    return toWithdrawal({ ...after, transaction_id: null }, now)
  })
}
