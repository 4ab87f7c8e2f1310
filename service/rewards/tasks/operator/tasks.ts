import { taskKinds, taskPeriods } from '#lib/rules/tasks.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { reasonOptions } from '#service/messaging/mail/operator-reasons.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Command, CommandContext, View } from '#service/platform/operator/act.ts'
import { wrongUsage } from '#service/platform/operator/errors.ts'
import { closedSince } from '#service/rewards/tasks/rules.ts'
import { addTask, changeTask, closeTask } from './changes.ts'
import { reviews } from './reviews.ts'

const acts = { add: addTask, change: changeTask, close: closeTask, review: reviews }

/** Every task is told in both languages. */
export const tasks: Command = {
  name: 'tasks',
  summary: 'List the tasks that bring points, add, change or close one, or review what users sent',
  word: `[${Object.keys(acts).join('|')}]`,
  options: {
    task: { type: 'string', value: 'ID', hint: 'which one, to change, close or review it' },
    kind: { type: 'string', value: 'KIND', hint: `of a new one: ${taskKinds.join(', ')}` },
    period: { type: 'string', value: taskPeriods.join('|'), hint: 'once, unless told, or every UTC day' },
    title: { type: 'string', value: 'TEXT', hint: 'in English' },
    'title-zh': { type: 'string', value: 'TEXT', hint: 'in Chinese' },
    text: { type: 'string', value: 'TEXT', hint: 'what to do, in English' },
    'text-zh': { type: 'string', value: 'TEXT', hint: 'the same in Chinese' },
    points: { type: 'string', value: 'N', hint: 'whole points, for everyone verified from now on' },
    until: { type: 'string', value: 'DAY', hint: 'last UTC day on which it can be done, or "never"' },
    link: { type: 'string', value: 'URL', hint: 'where to go, https only' },
    user: { type: 'string', value: 'EMAIL', hint: 'whose proof is reviewed' },
    accept: { type: 'boolean', hint: 'accept the proof: the points are credited' },
    refuse: { type: 'boolean', hint: 'refuse it, with --reason' },
    ...reasonOptions('why it is refused, shown to the user'),
  },
  async run(context, asked) {
    if (asked.word === undefined) return listTasks(context)
    const act = Object.entries(acts).find(([name]) => name === asked.word)?.[1]
    if (!act) throw wrongUsage(`tasks ${asked.word}? There are: ${Object.keys(acts).join(', ')}.`)
    return act(context, asked)
  },
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
