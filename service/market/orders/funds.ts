import { toUnits } from '#lib/money/coins.ts'
import { DUST_USDT } from '#lib/rules/orders.ts'
import type { Allocation, Funds, PaymentHandler } from '#service/money/deposits/payment-handler.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { releaseStock, retakeStock } from '../plans/stock.ts'
import { notifyOrder } from './notifications.ts'
import { PURPOSE, type Row } from './row.ts'
import { type Arrived, canRevive, nextUpdate, type OrderState, type OrderUpdate, paidUpdate } from './rules.ts'
import { beginRun, lockOrder } from './steps.ts'

const DUST = toUnits(DUST_USDT, 'USDT')

/** Handles payments of orders: in full, partial, excess or late. What does not pay the order becomes balance. */
export const orderPaymentHandler: PaymentHandler = { purpose: PURPOSE, onFunds }

async function onFunds(ctx: Context, db: Database, funds: Funds): Promise<Allocation> {
  const row = await lockOrder(db, funds.subjectId)
  if (!row) throw new Error(`order ${funds.subjectId} does not exist`)
  const now = ctx.clock.now()
  const order = toOrderState(row)
  const arrived: Arrived = { ...funds, hasOtherToken: await hasOtherToken(db, row.id) }
  const terms = { now, dust: DUST }
  const isRevived = canRevive(order, arrived, now) && (await retakeStock(db, stockOf(row)))
  const update = isRevived ? paidUpdate(order, arrived, terms) : nextUpdate(order, arrived, terms)
  const after = await saveUpdate(db, { row, update, funds, now })
  if (row.status !== 'cancel' && update.status === 'cancel') await releaseStock(db, stockOf(row))
  await notifyChange(ctx, db, { before: row, after })
  return { taken: update.taken, credited: update.credited }
}

const stockOf = (row: Row) => ({ planId: row.plan_id, units: row.quantity })

const toOrderState = (row: Row): OrderState => ({
  status: row.status,
  exception: row.exception,
  amount: row.amount,
  seen: row.seen,
  credited: row.credited,
  expiresAt: row.expires_at.getTime(),
  paidSeenAt: row.first_seen_at?.getTime() ?? null,
  cancelReason: row.cancel_reason,
  refunded: row.status === 'cancel' && row.refunded > 0n ? row.amount : 0n,
})

interface UpdateInput {
  row: Row
  update: OrderUpdate
  funds: Funds
  now: number
}

async function saveUpdate(db: Database, { row, update, funds, now }: UpdateInput): Promise<Row> {
  const isPaying = update.status === 'paying' || update.status === 'success'
  const paidSeenAt = row.first_seen_at ?? new Date(row.seen === 0n ? (funds.firstSeenAt ?? now) : now)
  const isCancelled = update.status === 'cancel'
  return db
    .updateTable('orders')
    .set({
      status: update.status,
      exception: update.exception,
      seen: funds.seen,
      received: funds.confirmed,
      credited: update.credited,
      transaction_id: funds.transactionId ?? row.transaction_id,
      first_seen_at: isPaying ? paidSeenAt : row.first_seen_at,
      cancelled_at: isCancelled ? (row.cancelled_at ?? new Date(now)) : null,
      cancel_reason: isCancelled ? (row.cancel_reason ?? 'expired') : null,
      ...(update.status === 'success' && row.status !== 'success' && (await beginRun(db, row, now))),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function notifyChange(ctx: Context, db: Database, { before, after }: { before: Row; after: Row }): Promise<void> {
  if (after.status === 'success' && before.status !== 'success') await notifyOrder(ctx, db, after, 'orderPaid')
  if (after.status === 'cancel' && before.status !== 'cancel') await notifyOrder(ctx, db, after, 'orderExpired')
  if (after.credited > before.credited) await notifyOrder(ctx, db, after, 'orderCredited')
}

/** Whether a token other than USDT arrived at the address of an order; it is shown and left to the operator. */
async function hasOtherToken(db: Database, orderNo: string): Promise<boolean> {
  const found = await db
    .selectFrom('chain_receipts')
    .innerJoin('deposit_addresses', 'deposit_addresses.number', 'chain_receipts.deposit')
    .select('chain_receipts.deposit')
    .where('purpose', '=', PURPOSE)
    .where('subject_id', '=', orderNo)
    .where('kind', '=', 'other')
    .where('state', 'in', ['seen', 'confirmed'])
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
