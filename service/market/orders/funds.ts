import { toUnits } from '#lib/money/coins.ts'
import { DUST_USDT } from '#lib/rules/orders.ts'
import type { Disposal, Funds, Taker } from '#service/money/deposits/taker.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { giveBack, takeStockAgain } from '../plans/stock.ts'
import { PURPOSE, type Row } from './row.ts'
import { type Arrived, mayRevive, paidTurn, type Standing, type Turn, turnOf } from './rules.ts'
import { beginRun, lockOrder } from './steps.ts'
import { tellOrder } from './telling.ts'

const DUST = toUnits(DUST_USDT, 'USDT')

/** What arrives at the address of an order: it is paid, in parts, over, or late; nothing of it is lost. */
export const orderTaker: Taker = { purpose: PURPOSE, onFunds }

async function onFunds(ctx: Context, db: Database, funds: Funds): Promise<Disposal> {
  const row = await lockOrder(db, funds.subjectId)
  if (!row) throw new Error(`there is no order ${funds.subjectId}`)
  const now = ctx.clock.now()
  const order = standingOf(row)
  const arrived: Arrived = { ...funds, hasOtherToken: await hasOtherToken(db, row.id) }
  const judged = { now, dust: DUST }
  const isRevived = mayRevive(order, arrived, now) && (await takeStockAgain(db, stockOf(row)))
  const turn = isRevived ? paidTurn(order, arrived, judged) : turnOf(order, arrived, judged)
  const after = await keep(db, { row, turn, funds, now })
  if (row.status !== 'cancel' && turn.status === 'cancel') await giveBack(db, stockOf(row))
  await tell(ctx, db, { before: row, after })
  return { taken: turn.taken, credited: turn.credited }
}

const stockOf = (row: Row) => ({ planId: row.plan_id, units: row.quantity })

const standingOf = (row: Row): Standing => ({
  status: row.status,
  exception: row.exception,
  amount: row.amount,
  seen: row.seen,
  credited: row.credited,
  expiresAt: row.expires_at.getTime(),
  paidSeenAt: row.first_seen_at?.getTime() ?? null,
  cancelReason: row.cancel_reason,
  kept: row.status === 'cancel' && row.refunded > 0n ? row.amount : 0n,
})

interface Kept {
  row: Row
  turn: Turn
  funds: Funds
  now: number
}

async function keep(db: Database, { row, turn, funds, now }: Kept): Promise<Row> {
  const isPaying = turn.status === 'paying' || turn.status === 'success'
  const paidSeenAt = row.first_seen_at ?? new Date(row.seen === 0n ? (funds.firstSeenAt ?? now) : now)
  const isCancelled = turn.status === 'cancel'
  return db
    .updateTable('orders')
    .set({
      status: turn.status,
      exception: turn.exception,
      seen: funds.seen,
      received: funds.confirmed,
      credited: turn.credited,
      transaction_id: funds.transactionId ?? row.transaction_id,
      first_seen_at: isPaying ? paidSeenAt : row.first_seen_at,
      cancelled_at: isCancelled ? (row.cancelled_at ?? new Date(now)) : null,
      cancel_reason: isCancelled ? (row.cancel_reason ?? 'expired') : null,
      ...(turn.status === 'success' && row.status !== 'success' && (await beginRun(db, row, now))),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function tell(ctx: Context, db: Database, { before, after }: { before: Row; after: Row }): Promise<void> {
  if (after.status === 'success' && before.status !== 'success') await tellOrder(ctx, db, after, 'orderPaid')
  if (after.status === 'cancel' && before.status !== 'cancel') await tellOrder(ctx, db, after, 'orderExpired')
  if (after.credited > before.credited) await tellOrder(ctx, db, after, 'orderCredited')
}

/** Whether a token other than USDT came to the address of an order: it is shown, and left for the operator. */
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
