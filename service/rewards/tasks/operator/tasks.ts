import { utcDateTime } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import { type Command, type CommandContext, defineAct, type View } from '#service/platform/operator/act.ts'
import { closedSince } from '#service/rewards/tasks/rules.ts'
import { addTask, changeTask, closeTask } from './changes.ts'
import { reviewActs } from './reviews.ts'

export const viewTasks = defineAct({ name: 'tasks', fields: {}, run: listTasks })

export const tasks: Command = {
  name: 'tasks',
  summary: 'List the tasks that bring points, add, change or close one, or review what users sent',
  acts: [viewTasks, addTask, changeTask, closeTask, ...reviewActs],
}

async function listTasks({ db, now }: CommandContext): Promise<View> {
  const rows = await db
    .selectFrom('tasks')
    .leftJoin('task_entries', 'task_entries.task_id', 'tasks.id')
    .selectAll('tasks')
    .select(({ fn }) => [
      fn.count<string>('user_id').filterWhere('status', '=', 'verified').as('done'),
      fn.count<string>('user_id').filterWhere('status', '=', 'pending').as('pending'),
    ])
    .groupBy('tasks.id')
    .orderBy('number')
    .execute()
  const state = (row: (typeof rows)[number]) => {
    const ends = { validUntil: row.valid_until?.getTime() ?? null, closedAt: row.closed_at?.getTime() ?? null }
    const closed = closedSince(ends, now())
    return closed === null ? 'open' : `closed ${utcDateTime(unixSeconds(closed))}`
  }
  return {
    kind: 'view',
    data: rows.map((row) => ({
      ...row,
      number: Number(row.number),
      points: row.points.toString(),
      done: Number(row.done),
      pending: Number(row.pending),
    })),
    table: {
      columns: [
        { title: 'Id' },
        { title: 'Kind' },
        { title: 'Title' },
        { title: 'Points', right: true },
        { title: 'Done', right: true },
        { title: 'To review', right: true },
        { title: 'State' },
      ],
      rows: rows.map((row) => [
        row.id,
        row.period === 'day' ? `${row.kind}, daily` : row.kind,
        row.title,
        row.points.toString(),
        row.done,
        row.kind === 'custom' ? row.pending : '-',
        state(row),
      ]),
      empty: 'No tasks.',
      foot: 'Tasks on X and Discord are offered where these are set up: see `check`.',
    },
  }
}
