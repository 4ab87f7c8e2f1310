import { utcDateTime } from '#lib/time/format.ts'
import { accountOf } from '#service/identity/users/operator-accounts.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import type { Reason } from '#service/messaging/mail/letters.ts'
import { reasonFields, reasonIn, reasonText } from '#service/messaging/mail/operator-reasons.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Change, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { required, text } from '#service/platform/operator/fields.ts'
import { phrase } from '#service/platform/operator/phrase.ts'
import { reviewTask } from '#service/rewards/tasks/review-task.ts'
import { findTask, taskId } from './changes.ts'

const MAX_ROWS = 200

const user = required(
  text({ value: 'EMAIL', label: 'Account', hint: 'whose proof is reviewed' }),
  'Whose? Give --user EMAIL.',
)

export const listProofs = defineAct({ name: 'tasks review', fields: {}, run: listReviews })

export const acceptProof = defineAct({
  name: 'tasks review --accept',
  needsProof: true,
  role: 'finance',
  button: 'Accept',
  hint: 'accept the proof: the points are credited',
  fields: { user, task: taskId },
  run: (context, input) => review(context, { ...input, refusal: undefined }),
})

export const refuseProof = defineAct({
  name: 'tasks review --refuse',
  role: 'support',
  button: 'Refuse',
  hint: 'refuse it, with --reason',
  fields: { ...reasonFields('why it is refused, shown to the user'), user, task: taskId },
  run: (context, { user: email, task, ...reasons }) =>
    review(context, { user: email, task, refusal: reasonIn(reasons) }),
})

export const reviewActs = [listProofs, acceptProof, refuseProof]

interface Review {
  user: string
  task: string
  /** Undefined accepts the proof. */
  refusal: Reason | undefined
}

async function review(context: CommandContext, { user: typed, task: id, refusal }: Review): Promise<Change> {
  const accepts = refusal === undefined
  const reason = refusal === undefined ? '' : reasonText(refusal)
  const task = await findTask(context.db, id)
  const user = await accountOf(context.db, typed.trim())
  const email = user.username
  if (!(await waiting(context.db, user.id, task.id)))
    throw refused(phrase`${email} has sent nothing for "${task.title}" that waits.`)
  const about = phrase`what ${email} sent for "${task.title}"`
  return {
    kind: 'change',
    question: accepts
      ? phrase`Accept ${about}, and give ${task.points} points?`
      : phrase`Refuse ${about}, because: ${reason}?`,
    audit: `review ${task.id}: ${email}: ${accepts ? 'accepted' : `refused: ${reason}`}`,
    async apply(db) {
      await lockUser(db, user.id)
      const entry = await waiting(db, user.id, task.id)
      if (!entry) throw refused('It was reviewed meanwhile.')
      await reviewTask(db, {
        task: await findTask(db, id),
        entry,
        by: context.operator,
        now: context.now(),
        refusal,
      })
      return {
        data: { task: task.id, user: email, accepted: accepts },
        text: accepts ? phrase`${about} is accepted.` : phrase`${about} is refused.`,
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
