import { fromUnits } from '#lib/money/coins.ts'
import { chains } from '#lib/rules/networks.ts'
import { groupOfFour } from '#lib/text/shorten.ts'
import { utcDateTime, utcMinuteFrom } from '#lib/time/format.ts'
import type { MessageKind } from '#service/messaging/notify/kinds.ts'
import { notifyByMail } from '#service/messaging/notify/notify.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { ShownRow } from './reply.ts'
import { pendingHold, type Status } from './rules.ts'

/** Triggered by steps of the service; steps of the operator's program wait for the next minute. */
export const NOTIFY_QUEUE = 'tell-withdrawals'

const BATCH = 50

/** Sends the notifications in the outbox by mail and message, each once, whichever node runs it. */
export async function notifySteps(ctx: Context): Promise<void> {
  while ((await ctx.db.transaction().execute((db) => notifyBatch(ctx, db))) === BATCH) {}
}

async function notifyBatch(ctx: Context, db: Database): Promise<number> {
  const outbox = await db
    .selectFrom('untold_steps')
    .selectAll()
    .orderBy('withdrawal_id')
    .orderBy('step')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { withdrawal_id: id, step } of outbox) {
    const row = await stepRow(db, id, step)
    const kind = kindOf(row)
    const values = valuesOf(row)
    const reader = { userId: row.user_id, to: row.username, lang: row.lang }
    const source = `withdrawal/${id}/${step}`
    await notifyByMail(ctx, db, { ...reader, source, kind, values, at: row.at.getTime() })
    await db.deleteFrom('untold_steps').where('withdrawal_id', '=', id).where('step', '=', step).execute()
  }
  return outbox.length
}

type StepRow = ShownRow & { username: string; step_status: Status; at: Date }

const stepRow = (db: Database, id: string, step: number): Promise<StepRow> =>
  db
    .selectFrom('withdrawals')
    .innerJoin('withdrawal_steps', 'withdrawal_steps.withdrawal_id', 'withdrawals.id')
    .innerJoin('users', 'users.id', 'withdrawals.user_id')
    .leftJoin('payouts', 'payouts.withdrawal_id', 'withdrawals.id')
    .selectAll('withdrawals')
    .select([
      'users.username',
      'payouts.transaction_id',
      'withdrawal_steps.at',
      'withdrawal_steps.status as step_status',
    ])
    .where('withdrawals.id', '=', id)
    .where('withdrawal_steps.step', '=', step)
    .executeTakeFirstOrThrow()

const holdAtStep = (row: StepRow) =>
  pendingHold(
    { address: row.address_held_until.getTime(), credentials: row.credentials_held_until?.getTime() ?? null },
    row.at.getTime(),
  )

const kinds = {
  approved: 'withdrawalApproved',
  refused: 'withdrawalRefused',
  credited: 'withdrawalCredited',
  cancelled: 'withdrawalCancelled',
} as const satisfies Record<Exclude<Status, 'pending'>, MessageKind>

function kindOf(row: StepRow) {
  if (row.step_status !== 'pending') return kinds[row.step_status]
  return holdAtStep(row) ? 'withdrawalHeld' : 'withdrawalRequested'
}

function valuesOf(row: StepRow) {
  const text = (units: bigint) => fromUnits(units, row.coin)
  const hold = holdAtStep(row)
  return {
    amount: text(row.amount),
    fee: text(row.fee),
    receive: text(row.receive),
    coin: row.coin,
    chain: chains[row.chain].name,
    address: groupOfFour(row.address),
    time: utcDateTime(unixSeconds(row.requested_at)),
    hold: hold ? utcMinuteFrom(hold.until) : '',
    reason: row.reason ?? '',
    reasonZh: row.reason_zh ?? '',
    transaction: row.transaction_id ?? '',
  }
}
