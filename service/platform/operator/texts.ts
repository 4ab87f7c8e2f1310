import { readFile } from 'node:fs/promises'
import { MAX_TEXT, MAX_TITLE } from '#lib/rules/notices.ts'
import { type MarkdownProblem, markdownProblems } from '#lib/text/markdown.ts'
import type { CommandContext } from './act.ts'
import { refused, wrongUsage } from './errors.ts'
import { type Field, parsed, text } from './fields.ts'
import type { InputOf } from './input.ts'
import { pathOf } from './paths.ts'
import { phrase } from './phrase.ts'

/** A title and a Markdown text for users, in both languages. */
export interface BilingualText {
  title: string
  title_zh: string
  content: string
  content_zh: string
}

const title = (hint: string, label: string) => text({ hint, label, maxLength: MAX_TITLE })

export const bilingualFields = {
  title: title(`the title in English, up to ${MAX_TITLE} characters`, 'Title in English'),
  titleZh: title('the title in Chinese', 'Title in Chinese'),
  text: markdown(`the text in Markdown, or @FILE; up to ${MAX_TEXT} characters`, 'Text in English'),
  textZh: markdown('the text in Chinese, or @FILE', 'Text in Chinese'),
}

/** A Markdown text; `readMarkdown` checks it once it knows whether it names a file. */
export function markdown(hint: string, label: string): Field<string | undefined> {
  return text({ hint, label, kind: 'text', maxLength: MAX_TEXT })
}

/** The text that the fields give, or undefined where none of them was given. */
export async function readBilingual(
  context: CommandContext,
  { title, titleZh, text, textZh }: InputOf<typeof bilingualFields>,
): Promise<BilingualText | undefined> {
  const parts = [title, titleZh, text, textZh].map((part) => part?.trim())
  if (parts.every((part) => part === undefined)) return undefined
  if (parts.some((part) => !part))
    throw wrongUsage('A text to users has both languages: --title, --title-zh, --text and --text-zh.')
  return {
    title: titleOf('title', title),
    title_zh: titleOf('title-zh', titleZh),
    content: await readMarkdown(context, { name: 'text', typed: text ?? '' }),
    content_zh: await readMarkdown(context, { name: 'text-zh', typed: textZh ?? '' }),
  }
}

function titleOf(name: string, typed = ''): string {
  const title = typed.trim()
  if (title.length > MAX_TITLE)
    throw refused(`--${name} has ${title.length} characters, of ${MAX_TITLE} that it may have.`)
  if (/\p{Cc}/u.test(title)) throw wrongUsage(`--${name} is one line.`)
  return title
}

/** A Markdown text that an option gives, by itself or in a file; refused where readers would see it differently. */
export async function readMarkdown(
  context: CommandContext,
  { name, typed }: { name: string; typed: string },
): Promise<string> {
  const word = typed.trim()
  // The operators' page names no file: there an @ begins a text like any other character.
  const isFile = context.cwd !== undefined && word.startsWith('@')
  const text = isFile ? await readText(pathOf(context, word.slice(1))) : word
  if (text === '') throw wrongUsage(`--${name} is empty.`)
  if (text.length > MAX_TEXT) throw refused(`--${name} has ${text.length} characters, of ${MAX_TEXT} that it may have.`)
  if (text.includes('\u0000')) throw refused(`--${name} has a zero byte in it.`)
  assertShownAsTyped(name, text)
  return text
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

/** Refuses what readers would see in another form. */
function assertShownAsTyped(name: string, text: string): void {
  const [problem] = markdownProblems(text)
  if (problem) throw refused(`--${name} ${sentences[problem]}.`)
}

/** A moment as `2026-12-01` or `2026-12-01T08:30`, in UTC, in Unix milliseconds. */
export const moment = (parts: { hint: string; label?: string }): Field<number | undefined> =>
  parsed(
    { value: 'TIME', maxLength: 20, ...parts },
    (typed) => {
      const [, day, time = '00:00'] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)Z?)?$/.exec(typed.trim()) ?? []
      const at = Date.parse(`${day}T${time}:00Z`)
      return Number.isNaN(at) ? undefined : at
    },
    ({ option }) => phrase`${option} is a time in UTC, for example 2026-12-01T08:30.`,
  )
