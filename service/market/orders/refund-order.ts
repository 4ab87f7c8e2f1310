import { fromUnits } from '#lib/money/coins.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import { balanceUnits, notifyWhenLow } from '#service/money/balance/pay-from-balance.ts'
import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { post } from '#service/money/ledger/post.ts'
import type { Database } from '#service/platform/db/open.ts'
import { releaseStock } from '../plans/stock.ts'
import type { Row } from './row.ts'
import { lockOrder } from './steps.ts'

interface RefundRequest extends Reason {
  orderNo: string
  /** Total of all refunds after this one, in smallest units; without it the whole order is refunded and ended. */
  total?: bigint | undefined
  now: number
}

/** Why nothing is refunded. */
export type RefundRefusal = 'UNKNOWN' | 'NOT_PAID' | 'RUNS_ALREADY' | 'LESS_THAN_BEFORE' | 'MORE_THAN_PAID' | 'DONE'

/**
 * Refunds a paid order to the balance of its user. A full refund ends an order that does not run yet and releases its units; a
 * partial one leaves it unchanged. The amount is a total, so that a repeated request refunds once.
 */
export async function refundOrder(
  db: Database,
  { orderNo, total, reason, reasonZh, now }: RefundRequest,
): Promise<Row | RefundRefusal> {
  const row = await lockOrder(db, orderNo)
  if (!row) return 'UNKNOWN'
  if (row.status !== 'success') return row.refunded > 0n ? 'DONE' : 'NOT_PAID'
  const isWhole = total === undefined
  if (isWhole && Number(row.runs_from) <= now) return 'RUNS_ALREADY'
  const refunded = total ?? row.amount
  if (refunded > row.amount) return 'MORE_THAN_PAID'
  if (refunded === row.refunded) return 'DONE'
  if (refunded < row.refunded) return 'LESS_THAN_BEFORE'
  const amount = refunded - row.refunded
  const after = await db
    .updateTable('orders')
    .set({ refunded, ...(isWhole && cancelled(now)) })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (isWhole) await releaseStock(db, { planId: row.plan_id, units: row.quantity })
  await notifyRefund(db, after, { amount, reason, reasonZh, now })
  const entries = [
    { account: ofPlatform('USDT', 'orders'), amount: -amount },
    { account: balanceAccount(row.user_id), amount },
  ]
  // A payment on chain was never spent from the balance, so its refund counts as paid in, not as less spending.
  const kind = row.network === 'balance' ? 'balance-refund' : 'chain-refund'
  await post(db, [{ operation: `order/${row.id}/refund/${refunded}`, kind, entries }], now)
  return after
}

const cancelled = (now: number) => ({
  status: 'cancel' as const,
  cancelled_at: new Date(now),
  cancel_reason: 'operator' as const,
  paid_at: null,
  runs_from: null,
  ends_at: null,
})

async function notifyRefund(
  db: Database,
  row: Row,
  { amount, reason, reasonZh, now }: Reason & { amount: bigint; now: number },
): Promise<void> {
  const { id, user_id: userId, title, title_zh: titleZh, refunded } = row
  const balance = (await balanceUnits(db, userId)) + amount
  await notifyWhenLow(db, { userId, left: balance, now })
  await notify(db, {
    userId,
    source: `order/${id}/refund/${refunded}`,
    kind: row.status === 'cancel' ? 'orderTakenBack' : 'orderRefunded',
    values: { order: id, title, titleZh, amount: fromUnits(amount, 'USDT'), reason, reasonZh },
    at: now,
  })
}
