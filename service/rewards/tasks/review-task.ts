import type { Reason } from '#service/messaging/mail/letters.ts'
import { alertChoicesOf } from '#service/messaging/notify/choices.ts'
import { notify, notifyByMail } from '#service/messaging/notify/notify.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { payTask } from './pay-task.ts'
import type { EntryRow, TaskRow } from './reply.ts'

const BATCH = 50

/** Accepts a user's proof and pays the task, or refuses it with a reason; the user is notified. The user's row must be locked. */
export async function reviewTask(
  db: Database,
  of: { task: TaskRow; entry: EntryRow; by: string; now: number; refusal?: Reason | undefined },
): Promise<void> {
  const { task, entry, by, now, refusal } = of
  if (refusal === undefined) await payTask(db, { task, entry, now })
  const failed = refusal !== undefined && {
    status: 'failed' as const,
    failure: JSON.stringify({ kind: 'refused', values: refusal }),
    next_try_at: new Date(now),
  }
  await db
    .updateTable('task_entries')
    .set({ reviewed_by: by, untold: true, ...failed })
    .where('user_id', '=', entry.user_id)
    .where('task_id', '=', entry.task_id)
    .where('period', '=', entry.period)
    .execute()
}

/** Sends the notifications of reviews in the outbox, each once, whichever node runs it. */
export async function notifyReviews(ctx: Context): Promise<void> {
  while ((await ctx.db.transaction().execute((db) => notifyBatch(ctx, db))) === BATCH) {}
}

async function notifyBatch(ctx: Context, db: Database): Promise<number> {
  const rows = await db
    .selectFrom('task_entries as entry')
    .innerJoin('tasks', 'tasks.id', 'entry.task_id')
    .innerJoin('users', 'users.id', 'entry.user_id')
    .selectAll('entry')
    .select(['users.username', 'tasks.title', 'tasks.title_zh'])
    .where('untold', '=', true)
    .orderBy('asked_at')
    .limit(BATCH)
    .forUpdate('entry')
    .skipLocked()
    .execute()
  const choices = await alertChoicesOf(
    db,
    rows.map((row) => row.user_id),
  )
  for (const row of rows) {
    const { user_id: userId, task_id: id, period, tries } = row
    const kind = row.status === 'verified' ? 'taskAccepted' : 'taskRefused'
    const values = {
      title: row.title,
      titleZh: row.title_zh,
      points: (row.points ?? 0n).toString(),
      reason: row.failure?.values.reason ?? '',
      reasonZh: row.failure?.values.reasonZh ?? '',
    }
    const news = { userId, source: `task/${id}/${period}/${tries}`, kind, values, at: ctx.clock.now() } as const
    if (choices(userId, 'task', 'email')) await notifyByMail(ctx, db, { ...news, to: row.username, lang: row.lang })
    else await notify(db, news)
    await db
      .updateTable('task_entries')
      .set({ untold: false })
      .where('user_id', '=', userId)
      .where('task_id', '=', id)
      .where('period', '=', period)
      .execute()
  }
  return rows.length
}
