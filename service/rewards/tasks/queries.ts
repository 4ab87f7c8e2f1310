import { sql } from 'kysely'
import type { Task } from '#lib/contract/tasks.ts'
import { type TaskKind, taskKinds } from '#lib/rules/tasks.ts'
import { dayAt, startOf } from '#lib/time/days.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type PageRequest, pageOf } from '#service/platform/db/pagination.ts'

import { longestToday } from './facts.ts'
import { type EntryRow, type TaskRow, type TaskState, toTask } from './reply.ts'
import { isSocial, periodAt } from './rules.ts'

/** Kinds of tasks that this service can verify. */
export const kindsOf = ({ social }: Pick<Context, 'social'>): TaskKind[] =>
  taskKinds.filter((kind) => !isSocial(kind) || social[kind] !== undefined)

/** A task of a kind that this service can verify. */
export const taskOf = (ctx: Context, id: string): Promise<TaskRow | undefined> =>
  ctx.db.selectFrom('tasks').selectAll().where('id', '=', id).where('kind', 'in', kindsOf(ctx)).executeTakeFirst()

export const entryOf = (
  db: Database,
  of: { userId: string; taskId: string; period: string },
): Promise<EntryRow | undefined> =>
  db
    .selectFrom('task_entries')
    .selectAll()
    .where('user_id', '=', of.userId)
    .where('task_id', '=', of.taskId)
    .where('period', '=', of.period)
    .executeTakeFirst()

/** The current state of a task for a user. */
export async function taskStateOf(ctx: Context, of: { userId: string; task: TaskRow }): Promise<TaskState> {
  const now = ctx.clock.now()
  const { userId, task } = of
  const entry = await entryOf(ctx.db, { userId, taskId: task.id, period: periodAt(task.period, now) })
  const longest = task.kind === 'mine-day' ? await longestToday(ctx.db, { userId, now }) : 0
  return { task, entry, longest, now }
}

export interface Listed {
  userId: string
  kinds: readonly TaskKind[]
  now: number
}

interface Key {
  task_id: string
  period: string
}

type Keys = ReturnType<typeof sql<Key>>

const today = ({ now }: Listed) => dayAt(now)
const midnight = ({ now }: Listed) => new Date(startOf(dayAt(now)))

/** SQL join of tasks with the user's entry of the current period. */
const offered = (of: Listed) => sql`
  tasks left join task_entries as entry on entry.user_id = ${of.userId} and entry.task_id = tasks.id
    and entry.period = case tasks.period when 'day' then ${today(of)} else '' end`

/** Keys of tasks that can be done, are under review, or were finished today; finished ones last. */
export const ongoing = (of: Listed): Keys => sql<Key>`
  select tasks.id as task_id, case tasks.period when 'day' then ${today(of)} else '' end as period,
         (verified_at is not null)::int as first, number as second
  from ${offered(of)}
  where kind = any(${[...of.kinds]}::text[]) and (
    verified_at >= ${midnight(of)} or (status = 'pending' and kind = 'custom')
    or (verified_at is null and coalesce(least(closed_at, valid_until) > ${new Date(of.now)}, true)))`

/** Keys of tasks that were finished before today, or closed unfinished since the user registered; newest first. */
export const past = (of: Listed): Keys => sql<Key>`
  select task_id, entry.period, -extract(epoch from verified_at) as first, number as second
  from task_entries as entry join tasks on tasks.id = task_id
  where user_id = ${of.userId} and verified_at < ${midnight(of)}
  union all
  select tasks.id, case tasks.period when 'day' then ${today(of)} else '' end,
         -extract(epoch from least(closed_at, valid_until)), number
  from ${offered(of)} join users on users.id = ${of.userId}
  where kind = any(${[...of.kinds]}::text[]) and least(closed_at, valid_until) <= ${new Date(of.now)}
    and least(closed_at, valid_until) > users.created_at and verified_at is null
    and not coalesce(status = 'pending' and kind = 'custom', false)`

/** Keys of both lists, past tasks last: their sort key is negative, so 1e11 moves them behind. */
export const all = (of: Listed): Keys => sql<Key>`
  ${ongoing(of)} union all select task_id, period, first + 1e11, second from (${past(of)}) as past`

/** The number of ongoing tasks that are not finished. */
async function openTasks(db: Database, of: Listed): Promise<number> {
  const { open } = await db
    .selectFrom(sql<{ first: number }>`(${ongoing(of)})`.as('listed'))
    .select(({ fn }) => fn.countAll<string>().as('open'))
    .where('first', '=', 0)
    .executeTakeFirstOrThrow()
  return Number(open)
}

/** A page of a list of tasks, with the number of all and of those that are open. */
export async function taskPage(
  db: Database,
  of: Listed & { keys: Keys },
  at: PageRequest,
): Promise<{ records: Task[]; total: number; open: number }> {
  const query = db
    .selectFrom(sql<Key>`(${of.keys})`.as('listed'))
    .select(['task_id', 'period'])
    .orderBy(sql`first, second, period desc`)
  const { rows, total } = await pageOf(query, at)
  return { records: await toTasks(db, of, rows), total, open: await openTasks(db, of) }
}

async function toTasks(db: Database, { userId, now }: Listed, keys: readonly Key[]): Promise<Task[]> {
  if (keys.length === 0) return []
  const ids = keys.map(({ task_id }) => task_id)
  const tasks = await db.selectFrom('tasks').selectAll().where('id', 'in', ids).execute()
  const entries = await db
    .selectFrom('task_entries')
    .selectAll()
    .where('user_id', '=', userId)
    .where('task_id', 'in', ids)
    .where(
      'period',
      'in',
      keys.map(({ period }) => period),
    )
    .execute()
  const longest = tasks.some(({ kind }) => kind === 'mine-day') ? await longestToday(db, { userId, now }) : 0
  return keys.flatMap(({ task_id, period }) => {
    const task = tasks.find(({ id }) => id === task_id)
    const entry = entries.find((one) => one.task_id === task_id && one.period === period)
    return task ? [toTask({ task, entry, longest, now })] : []
  })
}
