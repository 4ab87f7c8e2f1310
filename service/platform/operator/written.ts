import { readFile } from 'node:fs/promises'
import { MAX_TEXT, MAX_TITLE } from '#lib/rules/notices.ts'
import { type MarkdownProblem, markdownProblems } from '#lib/text/markdown.ts'
import type { Asked, CommandContext, OptionSpec } from './act.ts'
import { refused, wrongUsage } from './errors.ts'
import { placeOf } from './places.ts'

/** What an operator writes to users: a title and a Markdown text, in both languages. */
export interface Written {
  title: string
  title_zh: string
  content: string
  content_zh: string
}

export const writtenOptions: Record<string, OptionSpec> = {
  title: { type: 'string', value: 'TEXT', hint: `the title in English, up to ${MAX_TITLE} characters` },
  'title-zh': { type: 'string', value: 'TEXT', hint: 'the title in Chinese' },
  text: { type: 'string', value: 'TEXT', hint: `the text in Markdown, or @FILE; up to ${MAX_TEXT} characters` },
  'text-zh': { type: 'string', value: 'TEXT', hint: 'the text in Chinese, or @FILE' },
}

const names = ['title', 'title-zh', 'text', 'text-zh'] as const

/** The text that the options give, or undefined where none of them was given. */
export async function readWritten(context: CommandContext, asked: Asked): Promise<Written | undefined> {
  if (names.every((name) => asked.text(name) === undefined)) return undefined
  const [title = '', titleZh = '', content = '', contentZh = ''] = await Promise.all(
    names.map((name) => optionText(name, { context, asked })),
  )
  for (const [name, text] of [
    ['title', title],
    ['title-zh', titleZh],
  ])
    if (/\p{Cc}/u.test(text ?? '')) throw wrongUsage(`--${name} is one line.`)
  return { title, title_zh: titleZh, content, content_zh: contentZh }
}

/** A Markdown text that an option gives, by itself or in a file; refused where readers would see it differently. */
export async function readMarkdown(
  context: CommandContext,
  { name, typed }: { name: string; typed: string },
): Promise<string> {
  const word = typed.trim()
  // Who writes on the page names no file: there an @ begins a text like any other sign.
  const isFile = context.cwd !== undefined && word.startsWith('@')
  const text = isFile ? await readText(placeOf(context, word.slice(1))) : word
  if (text === '') throw wrongUsage(`--${name} is empty.`)
  if (text.length > MAX_TEXT) throw refused(`--${name} has ${text.length} characters, of ${MAX_TEXT} that it may have.`)
  if (text.includes('\u0000')) throw refused(`--${name} has a zero byte in it.`)
  mustBeShown(name, text)
  return text
}

async function optionText(
  name: (typeof names)[number],
  { context, asked }: { context: CommandContext; asked: Asked },
): Promise<string> {
  const typed = asked.text(name)?.trim() ?? ''
  if (typed === '') throw wrongUsage('A text to users has both languages: --title, --title-zh, --text and --text-zh.')
  if (name.startsWith('text')) return readMarkdown(context, { name, typed })
  if (typed.length > MAX_TITLE)
    throw refused(`--${name} has ${typed.length} characters, of ${MAX_TITLE} that it may have.`)
  return typed
}

async function readText(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).replace(/^\ufeff/, '').trim()
  } catch (error) {
    throw refused(`${file} can't be read: ${(error as Error).message}.`)
  }
}

const sentences: Readonly<Record<MarkdownProblem, string>> = {
  html: 'has HTML, which would be shown as it is typed. Write Markdown',
  image: 'has a picture, which is not shown. Link to it',
  link: 'has a link that is not shown as one: only addresses that begin with https:// are',
}

/** Who publishes hears what readers would see in another form. */
function mustBeShown(name: string, text: string): void {
  const [fault] = markdownProblems(text)
  if (fault) throw refused(`--${name} ${sentences[fault]}.`)
}

/** A moment as `2026-12-01` or `2026-12-01T08:30`, in UTC. */
export function readMoment(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)Z?)?$/.exec(text.trim()) ?? []
  const moment = Date.parse(`${day}T${time}:00Z`)
  if (Number.isNaN(moment)) throw wrongUsage(`--${name} is a time in UTC, for example 2026-12-01T08:30.`)
  return moment
}
