import { fromUnits } from '#lib/money/coins.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import { balanceUnits, tellWhenLow } from '#service/money/balance/spending.ts'
import { balanceAccount, ofPlatform } from '#service/money/ledger/accounts.ts'
import { post } from '#service/money/ledger/post.ts'
import type { Database } from '#service/platform/db/open.ts'
import { giveBack } from '../plans/stock.ts'
import type { Row } from './row.ts'
import { lockOrder } from './steps.ts'

interface Refunding extends Reason {
  orderNo: string
  /** What is to be given back of it in all; the whole of it, with the order's end, unless told. */
  total?: bigint | undefined
  now: number
}

/** Why nothing is given back. */
export type RefundRefusal = 'UNKNOWN' | 'NOT_PAID' | 'RUNS_ALREADY' | 'LESS_THAN_BEFORE' | 'MORE_THAN_PAID' | 'DONE'

/**
 * Gives money of a paid order back to the balance of its user. A whole one ends an order that does not run yet, and its units go
 * back on sale; a part of one leaves it as it is. Said as a total, so that the same said twice is given back once.
 */
export async function refundOrder(
  db: Database,
  { orderNo, total, reason, reasonZh, now }: Refunding,
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
  if (isWhole) await giveBack(db, { planId: row.plan_id, units: row.quantity })
  await tell(db, after, { amount, reason, reasonZh, now })
  const entries = [
    { account: ofPlatform('USDT', 'orders'), amount: -amount },
    { account: balanceAccount(row.user_id), amount },
  ]
  // What was paid on chain was never spent from the balance: there it is paid in.
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

async function tell(
  db: Database,
  row: Row,
  { amount, reason, reasonZh, now }: Reason & { amount: bigint; now: number },
): Promise<void> {
  const { id, user_id: userId, title, title_zh: titleZh, refunded } = row
  const balance = (await balanceUnits(db, userId)) + amount
  await tellWhenLow(db, { userId, left: balance, now })
  await notify(db, {
    userId,
    source: `order/${id}/refund/${refunded}`,
    kind: row.status === 'cancel' ? 'orderTakenBack' : 'orderRefunded',
    values: { order: id, title, titleZh, amount: fromUnits(amount, 'USDT'), reason, reasonZh },
    at: now,
  })
}
