import { accountIn } from '#lib/rules/social.ts'
import { type TaskKind, type TaskPeriod, taskKinds, taskPeriods } from '#lib/rules/tasks.ts'
import { utcDateTime, utcDayStart } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Change, type CommandContext, defineAct } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { choice, parsed, required, text, whole, withDefault } from '#service/platform/operator/fields.ts'
import type { InputOf } from '#service/platform/operator/input.ts'
import { phrase, term } from '#service/platform/operator/phrase.ts'
import { addTask as insertTask } from '#service/rewards/tasks/add-task.ts'
import { isSocial } from '#service/rewards/tasks/rules.ts'

const DAY_MS = 86_400_000
const MAX_POINTS = 1_000_000
const MAX_LENGTH = { title: 80, text: 400, link: 300 }

interface Values {
  title?: string
  title_zh?: string
  text?: string
  text_zh?: string
  points?: bigint
  valid_until?: Date | null
  link?: string
}

export const taskId = required(
  text({ value: 'ID', label: 'Task', hint: 'which one, to change, close or review it' }),
  'Which task? Give --task ID; the ids stand in `tasks`.',
)

const sentence = (maxLength: number, label: string, hint: string) =>
  parsed(
    { value: 'TEXT', label, hint, maxLength },
    (typed) => {
      const inside = typed.trim()
      return inside !== '' && inside.length <= maxLength && !/\p{Cc}/u.test(inside) ? inside : undefined
    },
    ({ option }) => phrase`${option} is a line of 1 to ${maxLength} characters.`,
  )

const fields = {
  title: sentence(MAX_LENGTH.title, 'Title in English', 'in English'),
  titleZh: sentence(MAX_LENGTH.title, 'Title in Chinese', 'in Chinese'),
  text: sentence(MAX_LENGTH.text, 'Text in English', 'what to do, in English'),
  textZh: sentence(MAX_LENGTH.text, 'Text in Chinese', 'the same in Chinese'),
  points: whole({ min: 1, max: MAX_POINTS, label: 'Points', hint: 'whole points, for everyone verified from now on' }),
  until: parsed<string>(
    { value: 'DAY', label: 'Until', hint: 'last UTC day on which it can be done, or "never"', maxLength: 10 },
    (typed) => (typed === 'never' || utcDayStart(typed) !== undefined ? typed : undefined),
    ({ option }) => phrase`${option} is a UTC day, for example 2026-12-31, or "never".`,
  ),
  link: parsed(
    { value: 'URL', label: 'Link', hint: 'where to go, https only', maxLength: MAX_LENGTH.link },
    (typed) => {
      const link = typed.trim()
      return link.length <= MAX_LENGTH.link && URL.canParse(link) && new URL(link).protocol === 'https:'
        ? link
        : undefined
    },
    ({ option }) => phrase`${option} is an address that begins with https://.`,
  ),
}

/** The end of the last day, or null for "never". */
function endOf(until: string | undefined, now: number): Date | null | undefined {
  if (until === undefined) return undefined
  const start = utcDayStart(until)
  if (start === undefined) return null
  const end = new Date(start * 1000 + DAY_MS)
  if (end.getTime() <= now) throw refused(phrase`${until} is over. To end a task now, close it.`)
  return end
}

function valuesOf({ titleZh, textZh, points, until, ...rest }: InputOf<typeof fields>, now: number): Values {
  const changed: { [Name in keyof Values]: Values[Name] | undefined } = {
    ...rest,
    title_zh: titleZh,
    text_zh: textZh,
    points: points === undefined ? undefined : BigInt(points),
    valid_until: endOf(until, now),
  }
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
}

/** A task to follow an account on X reads the account from its link, and is about our own account without one. */
function assertLink(kind: TaskKind, link: string | undefined): void {
  if (kind === 'follow-x' && link !== undefined && accountIn(link) === undefined)
    throw wrongUsage('--link is the page of the account to follow, such as https://x.com/idleforge.')
}

export const addTask = defineAct({
  name: 'tasks add',
  needsProof: true,
  button: 'Add a task',
  fields: {
    kind: withDefault(
      choice(taskKinds, { value: 'KIND', label: 'Kind', hint: `of a new one: ${taskKinds.join(', ')}` }),
      'custom',
    ),
    period: withDefault(
      choice(taskPeriods, {
        value: taskPeriods.join('|'),
        label: 'Period',
        hint: 'once (default), or every UTC day',
      }),
      'once',
    ),
    ...fields,
  },
  run: addNew,
})

type NewTask = InputOf<typeof fields> & { kind: TaskKind; period: TaskPeriod }

async function addNew(context: CommandContext, { kind, period, ...input }: NewTask): Promise<Change> {
  const { title, title_zh, text, text_zh, points, ...rest } = valuesOf(input, context.now())
  if (!title || !title_zh || !text || !text_zh || points === undefined)
    throw wrongUsage('A new task needs --title, --title-zh, --text, --text-zh and --points.')
  assertLink(kind, rest.link)
  if (isSocial(kind) && period === 'day') throw wrongUsage(phrase`A task of the kind ${kind} is done once.`)
  return {
    kind: 'change',
    question: phrase`Add "${title}" (${term(kind)}, ${term(period)}), for ${points} points?`,
    audit: `add ${title}, ${kind}, ${period}, ${points} points`,
    async apply(db) {
      const task = { kind, period, title, title_zh, text, text_zh, points, ...rest }
      const id = await insertTask(db, task, context.now())
      return { data: { id, kind, period, points: Number(points) }, text: phrase`${id} is added.` }
    },
  }
}

export async function findTask(db: Database, id: string) {
  const task = await db.selectFrom('tasks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!task) throw refused(phrase`There is no task "${id}".`)
  return task
}

const changesText = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value instanceof Date ? utcDateTime(unixSeconds(value)) : (value ?? 'never')}`)
    .join(', ')

/** Other texts, points or another end: for everybody who is verified from now on. */
export const changeTask = defineAct({
  name: 'tasks change',
  needsProof: true,
  button: 'Change the task',
  fields: { task: taskId, ...fields },
  run: changeOne,
})

async function changeOne(
  context: CommandContext,
  { task, ...input }: InputOf<typeof fields> & { task: string },
): Promise<Change> {
  const values = valuesOf(input, context.now())
  const { id, kind, title, closed_at } = await findTask(context.db, task)
  assertLink(kind, values.link)
  if (Object.keys(values).length === 0)
    throw wrongUsage('Nothing would change. Give a title, a text, --points, --until or --link.')
  if (closed_at) throw refused(phrase`${id} is closed. Add a new one.`)
  return {
    kind: 'change',
    question: phrase`Change "${title}": ${changesText(values)}?`,
    audit: `change ${id}: ${changesText(values)}`,
    async apply(db) {
      await db.updateTable('tasks').set(values).where('id', '=', id).execute()
      return { data: { id, changed: Object.keys(values) }, text: phrase`${id} is changed.` }
    },
  }
}

/** Ends a task: nobody can have it verified any more. Proofs that wait are still reviewed. */
export const closeTask = defineAct({
  name: 'tasks close',
  button: 'Close the task',
  fields: { task: taskId },
  run: async (context, { task }) => closing(context, await findTask(context.db, task)),
})

function closing(context: CommandContext, { id, title }: { id: string; title: string }): Change {
  return {
    kind: 'change',
    question: phrase`Close "${title}"?`,
    audit: `close ${id}: ${title}`,
    async apply(db) {
      const { closed_at } = await findTask(db, id)
      if (closed_at) throw refused(phrase`${id} has been closed since ${utcDateTime(unixSeconds(closed_at))}.`)
      await db
        .updateTable('tasks')
        .set({ closed_at: new Date(context.now()) })
        .where('id', '=', id)
        .execute()
      return { data: { id }, text: phrase`${id} is closed.` }
    },
  }
}
