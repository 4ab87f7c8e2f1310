import { sql } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'
import { userById } from '#service/identity/users/queries.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Row, takeStep } from './steps.ts'

/**
 * Payouts: an operator begins one, which is saved before any coin moves and cannot be begun twice. He sends the coins and enters
 * the transaction, or his program signs a transfer that the service follows (transfers.ts).
 */

export type PayoutRefusal =
  | 'NOT_APPROVED'
  | 'HELD'
  | 'PAUSED'
  | 'BEGUN_ALREADY'
  | 'HOUR_LIMIT'
  | 'DAY_LIMIT'
  | 'TRANSACTION_KNOWN'
  | 'NOT_BEGUN'
  | 'SIGNED'
  | 'TRANSACTION_VOID'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export const payoutOf = (db: Database, withdrawalId: string) =>
  db.selectFrom('payouts').selectAll().where('withdrawal_id', '=', withdrawalId).executeTakeFirst()

export async function isPaused(db: Database): Promise<boolean> {
  return (await db.selectFrom('payout_switch').select('paused').executeTakeFirstOrThrow()).paused
}

/** Pauses all payouts, or lets them go on. */
export async function setPaused(db: Database, paused: boolean): Promise<void> {
  await db.updateTable('payout_switch').set({ paused }).execute()
}

/** Sum of the payouts of a coin begun since a moment, in smallest units. */
async function sumSince(db: Database, coin: Coin, since: number): Promise<bigint> {
  const { sum } = await sumOf(db, coin).where('begun_at', '>', new Date(since)).executeTakeFirstOrThrow()
  return sum
}

/** Sum of the payouts of a coin that are not credited yet, in smallest units. */
async function sumOpen(db: Database, coin: Coin): Promise<bigint> {
  const { sum } = await sumOf(db, coin).where('confirmed_at', 'is', null).executeTakeFirstOrThrow()
  return sum
}

const sumOf = (db: Database, coin: Coin) =>
  db.selectFrom('payouts').select(sql<bigint>`coalesce(sum(amount), 0)`.as('sum')).where('coin', '=', coin)

/** Limits and usage of every coin, and whether payouts are paused. */
export async function payoutState(db: Database, now: number) {
  const paused = await isPaused(db)
  const limits = await db.selectFrom('payout_limits').selectAll().orderBy('coin').execute()
  const coins = await Promise.all(
    limits.map(async ({ coin, hour, day }) => ({
      coin,
      hour,
      day,
      lastHour: await sumSince(db, coin, now - HOUR_MS),
      lastDay: await sumSince(db, coin, now - DAY_MS),
      underWay: await sumOpen(db, coin),
    })),
  )
  return { paused, coins }
}

/**
 * Begins the payout of an approved withdrawal, whose row is locked; returns the reason when it must not begin. The row of
 * `payout_switch` serialises all begins, so that the hourly and daily limits hold.
 */
export async function beginPayout(
  db: Database,
  row: Row,
  { by, now }: { by: string; now: number },
): Promise<PayoutRefusal | undefined> {
  if (row.status !== 'approved') return 'NOT_APPROVED'
  const { withdrawals_locked_until: lockedUntil } = await userById(db, row.user_id)
  // A password change after the approval holds the payout.
  if (lockedUntil !== null && lockedUntil.getTime() > now) return 'HELD'
  const { paused } = await db.selectFrom('payout_switch').select('paused').forUpdate().executeTakeFirstOrThrow()
  if (paused) return 'PAUSED'
  if (await payoutOf(db, row.id)) return 'BEGUN_ALREADY'
  const { coin } = row
  const amount = row.receive
  const limits = await db.selectFrom('payout_limits').selectAll().where('coin', '=', coin).executeTakeFirstOrThrow()
  if ((await sumSince(db, coin, now - HOUR_MS)) + amount > limits.hour) return 'HOUR_LIMIT'
  if ((await sumSince(db, coin, now - DAY_MS)) + amount > limits.day) return 'DAY_LIMIT'
  await insertPayout(db, row, { by, now })
  return undefined
}

/** Records the payout of an approved withdrawal whose coins have left already, so no limit applies. */
export async function recordSentPayout(
  db: Database,
  row: Row,
  of: { by: string; now: number },
): Promise<PayoutRefusal | undefined> {
  if (row.status !== 'approved') return 'NOT_APPROVED'
  await insertPayout(db, row, of)
  return undefined
}

const insertPayout = (db: Database, row: Row, { by, now }: { by: string; now: number }) =>
  db
    .insertInto('payouts')
    .values({
      withdrawal_id: row.id,
      adapter: 'manual',
      coin: row.coin,
      amount: row.receive,
      begun_by: by,
      begun_at: new Date(now),
      transaction_id: null,
      confirmed_at: null,
    })
    .execute()

/** Confirms a payout: saves the transaction, credits the withdrawal and posts to the ledger. Call it last in the transaction. */
export async function confirmPayout(
  db: Database,
  row: Row,
  { by, now, transactionId }: { by: string; now: number; transactionId: string },
): Promise<PayoutRefusal | undefined> {
  if (row.status !== 'approved') return 'NOT_APPROVED'
  const known = await db
    .selectFrom('payouts')
    .select('withdrawal_id')
    .where(sql`lower(transaction_id)`, '=', transactionId.toLowerCase())
    .where('withdrawal_id', '<>', row.id)
    .executeTakeFirst()
  if (known) return 'TRANSACTION_KNOWN'
  await db
    .updateTable('payouts')
    .set({ transaction_id: transactionId, confirmed_at: new Date(now) })
    .where('withdrawal_id', '=', row.id)
    .execute()
  await takeStep(db, row, { status: 'credited', by, now })
  return undefined
}

/** Whether a withdrawal has a signed transfer that its network may still accept. */
async function isSigned(db: Database, withdrawalId: string): Promise<boolean> {
  const open = await db
    .selectFrom('signed_transfers')
    .select('transaction_id')
    .where('withdrawal_id', '=', withdrawalId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

/** Why a transaction cannot be entered by hand: a signed transfer may still pay, or the transaction is known to have paid nothing. */
export async function manualPayoutRefusal(
  db: Database,
  withdrawalId: string,
  transactionId: string,
): Promise<PayoutRefusal | undefined> {
  if (await isSigned(db, withdrawalId)) return 'SIGNED'
  const nothing = await db
    .selectFrom('signed_transfers')
    .select('transaction_id')
    .where(sql`lower(transaction_id)`, '=', transactionId.toLowerCase())
    .where('outcome', 'in', ['reverted', 'replaced', 'expired'])
    .executeTakeFirst()
  return nothing && 'TRANSACTION_VOID'
}

/** Removes a payout that has begun and of which nothing was sent; returns the reason when that is not possible. */
export async function releasePayout(db: Database, withdrawalId: string): Promise<PayoutRefusal | undefined> {
  if (await isSigned(db, withdrawalId)) return 'SIGNED'
  const { numDeletedRows } = await db.deleteFrom('payouts').where('withdrawal_id', '=', withdrawalId).executeTakeFirst()
  return numDeletedRows === 1n ? undefined : 'NOT_BEGUN'
}
