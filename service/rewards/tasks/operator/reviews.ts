import { utcDateTime } from '#lib/time/format.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { reasonIn, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Asked, Change, CommandContext, View } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { reviewTask } from '#service/rewards/tasks/review-task.ts'
import { namedTask } from './changes.ts'

const MAX_ROWS = 200

/** Lists what users sent, or accepts or refuses what one of them did. */
export async function reviews(context: CommandContext, asked: Asked): Promise<View | Change> {
  const [accepts, refuses] = [asked.flag('accept'), asked.flag('refuse')]
  if (!accepts && !refuses) return listReviews(context)
  if (accepts && refuses) throw wrongUsage('--accept and --refuse contradict each other.')
  const refusal = refuses ? reasonIn(asked) : undefined
  const reason = refusal && reasonText(refusal)
  const typed = asked.text('user')?.trim()
  if (!typed) throw wrongUsage('Whose? Give --user EMAIL.')
  const task = await namedTask(context.db, asked)
  const user = await accountOf(context.db, typed)
  const email = user.username
  if (!(await waiting(context.db, user.id, task.id)))
    throw refused(`${email} has sent nothing for "${task.title}" that waits.`)
  const about = `what ${email} sent for "${task.title}"`
  return {
    kind: 'change',
    question: accepts ? `Accept ${about}, and give ${task.points} points?` : `Refuse ${about}, because: ${reason}?`,
    audit: `review ${task.id}: ${email}: ${accepts ? 'accepted' : `refused: ${reason}`}`,
    async apply(db) {
      await lockUser(db, user.id)
      const entry = await waiting(db, user.id, task.id)
      if (!entry) throw refused('It was reviewed meanwhile.')
      await reviewTask(db, {
        task: await namedTask(db, asked),
        entry,
        by: context.operator,
        now: context.now(),
        refusal,
      })
      return {
        data: { task: task.id, user: email, accepted: accepts },
        text: `${about} is ${accepts ? 'accepted' : 'refused'}.`,
      }
    },
  }
}

/** The oldest of a user's proofs that wait for a review. */
const waiting = (db: Database, userId: string, taskId: string) =>
  db
    .selectFrom('task_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('task_id', '=', taskId)
    .where('status', '=', 'pending')
    .where('proof', 'is not', null)
    .orderBy('asked_at')
    .limit(1)
    .executeTakeFirst()

async function listReviews({ db }: CommandContext): Promise<View> {
  const rows = await db
    .selectFrom('task_entries')
    .innerJoin('tasks', 'tasks.id', 'task_id')
    .innerJoin('users', 'users.id', 'user_id')
    .select(['task_id', 'title', 'username', 'asked_at', 'proof', 'tries'])
    .where('status', '=', 'pending')
    .where('proof', 'is not', null)
    .orderBy('asked_at')
    .limit(MAX_ROWS)
    .execute()
  return {
    kind: 'view',
    audit: `${rows.length} proofs of tasks`,
    data: rows.map((row) => ({ ...row, asked_at: row.asked_at.toISOString() })),
    table: {
      columns: [{ title: 'Task' }, { title: 'Title' }, { title: 'User' }, { title: 'Sent' }, { title: 'Proof' }],
      rows: rows.map((row) => [
        row.task_id,
        row.title,
        row.username,
        utcDateTime(unixSeconds(row.asked_at)),
        row.proof ?? '',
      ]),
      empty: 'Nothing waits for a review.',
    },
  }
}
