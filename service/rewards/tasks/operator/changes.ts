import { accountIn } from '#lib/rules/social.ts'
import { type TaskKind, type TaskPeriod, taskKinds, taskPeriods } from '#lib/rules/tasks.ts'
import { utcDateTime, utcDayStart } from '#lib/time/format.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Asked, Change, CommandContext } from '#service/platform/operator/act.ts'
import { refused, wrongUsage } from '#service/platform/operator/errors.ts'
import { addTask as insertTask } from '#service/rewards/tasks/add-task.ts'
import { isSocial } from '#service/rewards/tasks/rules.ts'

const DAY_MS = 86_400_000
const MAX_POINTS = 1_000_000
const LONGEST = { title: 80, text: 400, link: 300 }

interface Values {
  title?: string
  title_zh?: string
  text?: string
  text_zh?: string
  points?: bigint
  valid_until?: Date | null
  link?: string
}

/** A line of text that was given; undefined where it was not. */
function lineIn(asked: Asked, name: string, most: number): string | undefined {
  const text = asked.text(name)?.trim()
  if (text === undefined) return undefined
  if (text === '' || text.length > most || /\p{Cc}/u.test(text))
    throw wrongUsage(`--${name} is a line of 1 to ${most} characters.`)
  return text
}

function linkIn(asked: Asked): string | undefined {
  const link = lineIn(asked, 'link', LONGEST.link)
  if (link !== undefined && !(URL.canParse(link) && new URL(link).protocol === 'https:'))
    throw wrongUsage('--link is an address that begins with https://.')
  return link
}

function untilIn(asked: Asked, now: number): Date | null | undefined {
  const text = asked.text('until')
  if (text === undefined || text === 'never') return text === undefined ? undefined : null
  const start = utcDayStart(text)
  if (start === undefined) throw wrongUsage('--until is a UTC day, for example 2026-12-31, or "never".')
  const end = new Date(start * 1000 + DAY_MS)
  if (end.getTime() <= now) throw refused(`${text} is over. To end a task now, close it.`)
  return end
}

function valuesIn(asked: Asked, now: number): Values {
  const given: { [Name in keyof Values]: Values[Name] | undefined } = {
    title: lineIn(asked, 'title', LONGEST.title),
    title_zh: lineIn(asked, 'title-zh', LONGEST.title),
    text: lineIn(asked, 'text', LONGEST.text),
    text_zh: lineIn(asked, 'text-zh', LONGEST.text),
    points:
      asked.text('points') === undefined
        ? undefined
        : BigInt(asked.number('points', { least: 1, most: MAX_POINTS, usual: 1 })),
    valid_until: untilIn(asked, now),
    link: linkIn(asked),
  }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

function oneOf<Name extends string>(asked: Asked, option: string, names: readonly Name[]): Name | undefined {
  const text = asked.text(option)
  const name = names.find((one) => one === text)
  if (text !== undefined && name === undefined) throw wrongUsage(`--${option} is one of ${names.join(', ')}.`)
  return name
}

/** What is followed on X is read from the task's link; without one it is our own account. */
function mustFit(kind: TaskKind, link: string | undefined): void {
  if (kind === 'follow-x' && link !== undefined && accountIn(link) === undefined)
    throw wrongUsage('--link is the page of the account to follow, such as https://x.com/idleforge.')
}

/** A new task: with everything that it has to say, in both languages. */
export async function addTask(context: CommandContext, asked: Asked): Promise<Change> {
  const kind: TaskKind = oneOf(asked, 'kind', taskKinds) ?? 'custom'
  const period: TaskPeriod = oneOf(asked, 'period', taskPeriods) ?? 'once'
  const { title, title_zh, text, text_zh, points, ...rest } = valuesIn(asked, context.now())
  if (!title || !title_zh || !text || !text_zh || points === undefined)
    throw wrongUsage('A new task needs --title, --title-zh, --text, --text-zh and --points.')
  mustFit(kind, rest.link)
  if (isSocial(kind) && period === 'day') throw wrongUsage(`A task of the kind ${kind} is done once.`)
  return {
    kind: 'change',
    question: `Add "${title}" (${kind}, ${period}), which brings ${points} points?`,
    audit: `add ${title}, ${kind}, ${period}, ${points} points`,
    async apply(db) {
      const task = { kind, period, title, title_zh, text, text_zh, points, ...rest }
      const id = await insertTask(db, task, context.now())
      return { data: { id, kind, period, points: Number(points) }, text: `${id} is added.` }
    },
  }
}

/** The task that is meant; a closed one is left as it is. */
export async function namedTask(db: Database, asked: Asked) {
  const id = asked.text('task')
  if (id === undefined) throw wrongUsage('Which task? Give --task ID; the ids stand in `tasks`.')
  const task = await db.selectFrom('tasks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!task) throw refused(`There is no task "${id}".`)
  return task
}

const said = (values: Values): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value instanceof Date ? utcDateTime(unixSeconds(value)) : (value ?? 'never')}`)
    .join(', ')

/** Other words, points or another end: for whoever is verified from now on. */
export async function changeTask(context: CommandContext, asked: Asked): Promise<Change> {
  const values = valuesIn(asked, context.now())
  const { id, kind, title, closed_at } = await namedTask(context.db, asked)
  mustFit(kind, values.link)
  if (Object.keys(values).length === 0)
    throw wrongUsage('What shall change? Give a title, a text, --points, --until or --link.')
  if (closed_at) throw refused(`${id} is closed. Add a new one.`)
  return {
    kind: 'change',
    question: `Change "${title}": ${said(values)}?`,
    audit: `change ${id}: ${said(values)}`,
    async apply(db) {
      await db.updateTable('tasks').set(values).where('id', '=', id).execute()
      return { data: { id, changed: Object.keys(values) }, text: `${id} is changed.` }
    },
  }
}

/** Ends a task: nobody can have it verified any more. What waits for a review is still reviewed. */
export async function closeTask(context: CommandContext, asked: Asked): Promise<Change> {
  const { id, title } = await namedTask(context.db, asked)
  return {
    kind: 'change',
    question: `Close "${title}"?`,
    audit: `close ${id}: ${title}`,
    async apply(db) {
      const { closed_at } = await namedTask(db, asked)
      if (closed_at) throw refused(`${id} has been closed since ${utcDateTime(unixSeconds(closed_at))}.`)
      await db
        .updateTable('tasks')
        .set({ closed_at: new Date(context.now()) })
        .where('id', '=', id)
        .execute()
      return { data: { id }, text: `${id} is closed.` }
    },
  }
}
