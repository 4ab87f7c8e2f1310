import { post } from '#service/money/ledger/post.ts'
import type { Database } from '#service/platform/db/open.ts'
import { prepareAwards } from '../points/award.ts'
import type { EntryRow, TaskRow } from './reply.ts'

/** Operation key that pays a task to a user, with the UTC day for a daily task. */
const operationOf = ({ task_id, user_id, period }: EntryRow): string =>
  `points/task/${task_id}/${user_id}${period === '' ? '' : `/${period}`}`

/** Marks a task as verified, and prepares the credit of its points. The user's row must be locked. */
export async function prepareTaskPayment(db: Database, of: { task: TaskRow; entry: EntryRow; now: number }) {
  const { task, entry, now } = of
  await db
    .updateTable('task_entries')
    .set({ status: 'verified', failure: null, verified_at: new Date(now), points: task.points })
    .where('user_id', '=', entry.user_id)
    .where('task_id', '=', entry.task_id)
    .where('period', '=', entry.period)
    .execute()
  const why = { kind: 'task', values: { title: task.title, titleZh: task.title_zh } } as const
  const award = {
    userId: entry.user_id,
    source: 'task',
    amount: task.points,
    operation: operationOf(entry),
    why,
  } as const
  return prepareAwards([award], now)
}

/** Marks a task as verified and credits its points. The user's row must be locked. Posts last. */
export async function payTask(db: Database, of: { task: TaskRow; entry: EntryRow; now: number }): Promise<void> {
  const { transfers, afterPosting } = await prepareTaskPayment(db, of)
  await afterPosting(db, await post(db, transfers, of.now))
}
