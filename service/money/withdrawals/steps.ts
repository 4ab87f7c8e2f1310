import type { Selectable } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Database } from '#service/platform/db/open.ts'
import { publish } from '#service/platform/live/publish.ts'
import { type AccountName, ofPlatform, ofUser } from '../ledger/accounts.ts'
import { post, type Transfer } from '../ledger/post.ts'
import { mayBecome, type Status } from './rules.ts'
import type { WithdrawalTable } from './tables.ts'

/** A withdrawal as the database holds it. */
export type Row = Selectable<WithdrawalTable>

/** Who does a step: an operator's name, or the user himself. */
export const BY_USER = 'user'

/** A withdrawal with its row locked, after the row of its user; undefined when there is none, or it is of another user. */
export async function lockWithdrawal(db: Database, id: string, userId?: string): Promise<Row | undefined> {
  const found = await db.selectFrom('withdrawals').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!found || (userId !== undefined && found.user_id !== userId)) return undefined
  await lockUser(db, found.user_id)
  return db.selectFrom('withdrawals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** The operations of a withdrawal in the ledger. */
export const operationOf = (id: string, act: 'request' | 'return' | 'paid'): string => `withdraw/${id}/${act}`

function movement(operation: string, kind: string, sums: readonly (readonly [AccountName, bigint])[]): Transfer {
  const entries = sums.map(([account, amount]) => ({ account, amount })).filter(({ amount }) => amount !== 0n)
  return { operation, kind, entries }
}

const accountsOf = ({ user_id, coin }: { user_id: string; coin: Coin }) => ({
  available: ofUser(user_id, coin, 'available'),
  withdrawing: ofUser(user_id, coin, 'withdrawing'),
})

/** The money of a request: it leaves what can be withdrawn. Throws Overdrawn when there is too little. */
export function moveRequested(row: Row): Transfer {
  const { available, withdrawing } = accountsOf(row)
  const { amount } = row
  return movement(operationOf(row.id, 'request'), 'withdrawal', [
    [available, -amount],
    [withdrawing, amount],
  ])
}

/** The money of an end: back in full, or out to the user's wallet with the fee to the platform. */
function moveClosed(row: Row, status: Status): Transfer | undefined {
  const { available, withdrawing } = accountsOf(row)
  const { amount } = row
  if (status === 'credited')
    return movement(operationOf(row.id, 'paid'), 'withdrawal-paid', [
      [withdrawing, -amount],
      [ofPlatform(row.coin, 'paid_out'), row.receive],
      [ofPlatform(row.coin, 'fee'), row.fee],
    ])
  if (status === 'refused' || status === 'cancelled')
    return movement(operationOf(row.id, 'return'), 'withdrawal-return', [
      [withdrawing, -amount],
      [available, amount],
    ])
  return undefined
}

export interface Step {
  status: Status
  by: string
  now: number
  /** Why it is not approved. */
  reason?: string
  reasonZh?: string
}

/** Keeps a step in the history, and that its user is to be told of it. */
export async function keepStep(
  db: Database,
  { id, user_id: userId }: Pick<Row, 'id' | 'user_id'>,
  { status, by, now }: Step,
): Promise<void> {
  const { count } = await db
    .selectFrom('withdrawal_steps')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('withdrawal_id', '=', id)
    .executeTakeFirstOrThrow()
  const step = Number(count) + 1
  await db
    .insertInto('withdrawal_steps')
    .values({ withdrawal_id: id, step, status, at: new Date(now), by })
    .execute()
  await db.insertInto('untold_steps').values({ withdrawal_id: id, step }).execute()
  // The letter and the message come by and by; an open page shows the step at once.
  await publish(db, userId)
}

/**
 * Takes a locked withdrawal one step on: row, history, money and what the user is told, in the caller's transaction.
 * Throws an Error for a step that a withdrawal cannot take: the caller has to ask `mayBecome` first.
 */
export async function takeStep(db: Database, row: Row, step: Step): Promise<Row> {
  const { status, now } = step
  if (!mayBecome(row.status, status)) throw new Error(`withdrawal ${row.id} cannot go from ${row.status} to ${status}`)
  const transfer = moveClosed(row, status)
  const after = await db
    .updateTable('withdrawals')
    .set({
      status,
      closed_at: transfer ? new Date(now) : null,
      reason: step.reason ?? null,
      reason_zh: step.reasonZh || null,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await keepStep(db, row, step)
  if (transfer) await post(db, [transfer], now)
  return after
}
