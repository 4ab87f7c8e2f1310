import type { Task } from '#lib/contract/tasks.ts'
import { crockfordCode } from '#lib/rules/codes.ts'
import type { VerificationResult } from '#service/identity/providers/social.ts'
import { takeCode } from '#service/identity/sign-in/email-codes.ts'
import { lockUser, userById } from '#service/identity/users/queries.ts'
import type { Prepared } from '#service/money/ledger/work.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { facts } from './facts.ts'
import { prepareTaskPayment } from './pay-task.ts'
import { entryOf, taskOf, taskStateOf } from './queries.ts'
import { type EntryRow, hasLapsed, type TaskRow, toTask } from './reply.ts'
import { closedSince, isFact, isSocial, periodAt, retryAt } from './rules.ts'

export interface VerifyRequest {
  userId: string
  id: string
  proof?: string | undefined
  lang: Lang
}

interface StartedTry {
  task: TaskRow
  entry: EntryRow
}

/**
 * Verifies a task. The user's row is locked and the try is saved before the check, so that of concurrent requests only one is
 * checked. The reward has one operation key, so that it is paid once.
 */
export async function verifyTask(ctx: Context, request: VerifyRequest): Promise<Task> {
  const task = await taskOf(ctx, request.id)
  if (!task) throw new RefusalError('TASK_UNKNOWN')
  if (task.kind === 'email') await assertCode(ctx, request, task)
  const started = await ctx.poster.run({
    userId: request.userId,
    async prepare(db): Promise<Prepared<StartedTry | undefined>> {
      await lockUser(db, request.userId)
      const now = ctx.clock.now()
      const one = await beginTry(db, { ...request, task, now })
      if (!one || isSocial(task.kind) || task.kind === 'custom') return { answer: one, transfers: [], now }
      const finding = isFact(task.kind)
        ? await facts[task.kind](db, { userId: request.userId, now })
        : { done: true as const }
      return { answer: undefined, now, ...(await finish(db, one, { finding, now })) }
    },
  })
  if (started && isSocial(task.kind)) await verifyOutside(ctx, started)
  return toTask(await taskStateOf(ctx, { userId: request.userId, task }))
}

/** Checks the mailed code before the transaction, so that a wrong try counts even when the transaction fails. */
async function assertCode(ctx: Context, { userId, proof }: VerifyRequest, task: TaskRow): Promise<void> {
  const entry = await entryOf(ctx.db, { userId, taskId: task.id, period: periodAt(task.period, ctx.clock.now()) })
  if (entry?.status === 'verified') return
  if (!proof) throw new RefusalError('TASK_PROOF_NEEDED')
  const { username } = await userById(ctx.db, userId)
  await ctx.limits.spend('taskUser', userId)
  if (!(await takeCode(ctx, { username, purpose: 'task', code: crockfordCode(proof) })))
    throw new RefusalError('CODE_WRONG')
}

/** Saves a try of a task; undefined when the task is verified or pending already. */
async function beginTry(
  db: Database,
  of: VerifyRequest & { task: TaskRow; now: number },
): Promise<StartedTry | undefined> {
  const { task, userId, now } = of
  const period = periodAt(task.period, now)
  const before = await entryOf(db, { userId, taskId: task.id, period })
  if (before?.status === 'verified') return undefined
  if (before?.status === 'pending' && !hasLapsed(task, before, now)) return undefined
  const ends = { validUntil: task.valid_until?.getTime() ?? null, closedAt: task.closed_at?.getTime() ?? null }
  if (closedSince(ends, now) !== null) throw new RefusalError('TASK_CLOSED')
  const wait = (before?.next_try_at.getTime() ?? 0) - now
  if (before && wait > 0)
    throw new RefusalError('TASK_TOO_SOON', { until: unixSeconds(before.next_try_at), seconds: Math.ceil(wait / 1000) })
  if (task.kind === 'custom' && !of.proof) throw new RefusalError('TASK_PROOF_NEEDED')
  const tries = (before?.tries ?? 0) + 1
  const values = {
    status: 'pending',
    tries,
    asked_at: new Date(now),
    next_try_at: new Date(retryAt(task.kind, tries, now)),
    lang: of.lang,
    proof: task.kind === 'custom' ? (of.proof ?? null) : null,
    failure: null,
    reviewed_by: null,
    // The user has seen the last review on the screen, so its notification is dropped.
    untold: false,
  } as const
  const entry = await db
    .insertInto('task_entries')
    .values({ user_id: userId, task_id: task.id, period, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'task_id', 'period']).doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow()
  return { task, entry }
}

/** Saves the finding of a try, and prepares the payment of a task that is done, in the same transaction. */
async function finish(
  db: Database,
  { task, entry }: StartedTry,
  { finding, now }: { finding: VerificationResult; now: number },
) {
  if (finding.done) return prepareTaskPayment(db, { task, entry, now })
  await db
    .updateTable('task_entries')
    .set({
      status: 'failed',
      failure: JSON.stringify(finding.why),
      ...(finding.retryAt !== undefined && { next_try_at: new Date(finding.retryAt) }),
    })
    .where('user_id', '=', entry.user_id)
    .where('task_id', '=', entry.task_id)
    .where('period', '=', entry.period)
    .execute()
  return { transfers: [] }
}

/** Asks another site between two transactions, and saves the answer unless another try has replaced this one. */
async function verifyOutside(ctx: Context, started: StartedTry): Promise<void> {
  const { task, entry } = started
  const finding = await askSocial(ctx, started)
  await ctx.poster.run({
    userId: entry.user_id,
    async prepare(db) {
      await lockUser(db, entry.user_id)
      const now = ctx.clock.now()
      const current = await entryOf(db, { userId: entry.user_id, taskId: task.id, period: entry.period })
      const isReplaced = current?.status !== 'pending' || current.tries !== entry.tries
      const payment = isReplaced ? { transfers: [] } : await finish(db, { task, entry: current }, { finding, now })
      return { answer: undefined, now, ...payment }
    },
  })
}

async function askSocial(ctx: Context, { task, entry }: StartedTry): Promise<VerificationResult> {
  try {
    const verify = isSocial(task.kind) ? ctx.social[task.kind] : undefined
    if (verify) return await verify({ userId: entry.user_id, taskId: task.id, link: task.link })
  } catch (error) {
    ctx.log.warn(
      { err: error, task: task.id },
      'task could not be verified: check the settings of the other site if this repeats',
    )
  }
  return { done: false, why: { kind: 'unavailable', values: {} } }
}
