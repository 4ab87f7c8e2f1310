import type { Selectable } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Database } from '#service/platform/db/open.ts'
import { publish } from '#service/platform/live/publish.ts'
import { type AccountName, ofPlatform, ofUser } from '../ledger/accounts.ts'
import { post, type Transfer } from '../ledger/post.ts'
import { canBecome, type Status } from './rules.ts'
import type { WithdrawalTable } from './tables.ts'

/** Row of `withdrawals`. */
export type Row = Selectable<WithdrawalTable>

/** Author of a step that the user takes; other steps have an operator's name. */
export const BY_USER = 'user'

/** Locks the user's row, then the withdrawal's; undefined when the withdrawal does not exist or belongs to another user. */
export async function lockWithdrawal(db: Database, id: string, userId?: string): Promise<Row | undefined> {
  const found = await db.selectFrom('withdrawals').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!found || (userId !== undefined && found.user_id !== userId)) return undefined
  await lockUser(db, found.user_id)
  return db.selectFrom('withdrawals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Operation keys of a withdrawal in the ledger. */
export const operationOf = (id: string, act: 'request' | 'return' | 'paid'): string => `withdraw/${id}/${act}`

function movement(operation: string, kind: string, sums: readonly (readonly [AccountName, bigint])[]): Transfer {
  const entries = sums.map(([account, amount]) => ({ account, amount })).filter(({ amount }) => amount !== 0n)
  return { operation, kind, entries }
}

const accountsOf = ({ user_id, coin }: { user_id: string; coin: Coin }) => ({
  available: ofUser(user_id, coin, 'available'),
  withdrawing: ofUser(user_id, coin, 'withdrawing'),
})

/** Transfer of a request: from `available` to `withdrawing`. Posting it throws OverdrawnError when too little is available. */
export function moveRequested(row: Row): Transfer {
  const { available, withdrawing } = accountsOf(row)
  const { amount } = row
  return movement(operationOf(row.id, 'request'), 'withdrawal', [
    [available, -amount],
    [withdrawing, amount],
  ])
}

/** Transfer of a final status: back in full, or paid out with the fee to the platform. */
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
  /** Reason of a refusal. */
  reason?: string
  reasonZh?: string
}

/** Records a step in the history and puts its notification into the outbox. */
export async function recordStep(
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
  // Mail and message are sent later by the job; an open page shows the step at once.
  await publish(db, userId)
}

/**
 * Moves a locked withdrawal to another status in the caller's transaction: row, history, notification and ledger. Posts last.
 * Throws an Error for a forbidden transition; check `canBecome` first.
 */
export async function takeStep(db: Database, row: Row, step: Step): Promise<Row> {
  const { status, now } = step
  if (!canBecome(row.status, status)) throw new Error(`withdrawal ${row.id} cannot go from ${row.status} to ${status}`)
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
  await recordStep(db, row, step)
  if (transfer) await post(db, [transfer], now)
  return after
}
