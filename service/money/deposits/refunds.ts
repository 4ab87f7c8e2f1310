import type { Selectable } from 'kysely'
import { fromUnits } from '#lib/money/coins.ts'
import { networkName } from '#lib/rules/payments.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { notify } from '#service/messaging/notify/notify.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import { balanceUnits, notifyWhenLow } from '../balance/pay-from-balance.ts'
import { balanceAccount, ofPlatform } from '../ledger/accounts.ts'
import { post } from '../ledger/post.ts'
import { isPaused } from '../withdrawals/payouts.ts'
import type { RefundTable } from './tables.ts'

/**
 * Refunds of deposits, which an operator sends by hand. The amount leaves the user's balance when the refund is begun, so that it
 * cannot be spent meanwhile; `not-sent` returns it.
 */

export type Refund = Selectable<RefundTable>
export type DepositRefundRefusal =
  | 'BEGUN_ALREADY'
  | 'MORE_THAN_CREDITED'
  | 'BALANCE_SHORT'
  | 'PAUSED'
  | 'NOT_BEGUN'
  | 'TRANSACTION_KNOWN'

interface RefundRequest extends Reason {
  number: number
  amount: bigint
  /** Recipient of the refund. */
  address: string
  by: string
  now: number
}

/** Takes the amount out of the balance: at most what the deposit has credited, less earlier refunds. */
export async function beginRefund(db: Database, of: RefundRequest): Promise<Refund | DepositRefundRefusal> {
  const { number, amount, address, reason, reasonZh, by, now } = of
  const deposit = await lockDeposit(db, number)
  if (await openRefund(db, number)) return 'BEGUN_ALREADY'
  if (await isPaused(db)) return 'PAUSED'
  const { user_id: userId, credited, network } = deposit
  if (amount > credited - (await refundedOf(db, number))) return 'MORE_THAN_CREDITED'
  const held = await balanceUnits(db, userId)
  if (held < amount) return 'BALANCE_SHORT'
  const refund = await db
    .insertInto('refunds')
    .values({
      ...{ id: newId(), deposit: number, user_id: userId, network, address, amount, reason },
      reason_zh: reasonZh || null,
      ...{ begun_by: by, begun_at: new Date(now), outcome: null, transaction_id: null, ended_by: null, ended_at: null },
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await notifyWhenLow(db, { userId, left: held - amount, now })
  await move(db, refund, { operation: `refund/${refund.id}/begun`, amount, now })
  return refund
}

interface RefundEnd {
  number: number
  /** The transaction that sent it; without one the amount returns to the balance. */
  transactionId?: string | undefined
  by: string
  now: number
}

export async function endRefund(db: Database, of: RefundEnd): Promise<Refund | DepositRefundRefusal> {
  const { number, transactionId, by, now } = of
  await lockDeposit(db, number)
  const open = await openRefund(db, number)
  if (!open) return 'NOT_BEGUN'
  if (transactionId !== undefined && (await isKnown(db, transactionId))) return 'TRANSACTION_KNOWN'
  const refund = await db
    .updateTable('refunds')
    .set({
      outcome: transactionId === undefined ? 'not-sent' : 'sent',
      transaction_id: transactionId ?? null,
      ended_by: by,
      ended_at: new Date(now),
    })
    .where('id', '=', open.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (transactionId === undefined) {
    await notifyWhenLow(db, { userId: open.user_id, left: (await balanceUnits(db, open.user_id)) + open.amount, now })
    await move(db, refund, { operation: `refund/${open.id}/not-sent`, amount: -open.amount, now })
  } else await notifyRefunded(db, refund, now)
  return refund
}

async function lockDeposit(db: Database, number: number) {
  const found = db.selectFrom('deposit_addresses').selectAll().where('number', '=', number)
  await lockUser(db, (await found.executeTakeFirstOrThrow()).user_id)
  return found.forUpdate().executeTakeFirstOrThrow()
}

const openRefund = (db: Database, number: number): Promise<Refund | undefined> =>
  db.selectFrom('refunds').selectAll().where('deposit', '=', number).where('outcome', 'is', null).executeTakeFirst()

async function refundedOf(db: Database, number: number): Promise<bigint> {
  const { sum } = await db
    .selectFrom('refunds')
    .select(({ fn }) => fn.sum<bigint | null>('amount').as('sum'))
    .where('deposit', '=', number)
    .where('outcome', '=', 'sent')
    .executeTakeFirstOrThrow()
  return sum ?? 0n
}

/** Whether a transaction has paid another refund or a withdrawal. */
async function isKnown(db: Database, transactionId: string): Promise<boolean> {
  const refund = await db
    .selectFrom('refunds')
    .select('id')
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
  const payout = await db
    .selectFrom('payouts')
    .select('withdrawal_id')
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst()
  return refund !== undefined || payout !== undefined
}

const move = (
  db: Database,
  { user_id }: Refund,
  { operation, amount, now }: { operation: string; amount: bigint; now: number },
) => {
  const entries = [
    { account: balanceAccount(user_id), amount: -amount },
    { account: ofPlatform('USDT', 'deposits'), amount },
  ]
  return post(db, [{ operation, kind: 'deposit-refund', entries }], now)
}

const notifyRefunded = (
  db: Database,
  { id, user_id, network, amount, transaction_id, reason, reason_zh }: Refund,
  now: number,
) =>
  notify(db, {
    userId: user_id,
    source: `refund/${id}`,
    kind: 'depositRefunded',
    values: {
      amount: fromUnits(amount, 'USDT'),
      network: networkName(network),
      transaction: transaction_id ?? '',
      reason,
      reasonZh: reason_zh ?? '',
    },
    at: now,
  })
