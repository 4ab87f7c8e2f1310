import { written } from '../../../src/content/schemas.ts'
import { nearest } from '../nearest.ts'
import type { Family, Finding, Text } from '../types.ts'

/** A line of each field as an editor writes it. */
const examples: Readonly<Record<string, string>> = {
  title: 'title: Wallets and networks',
  description: 'description: Which network each coin uses, and how addresses are checked.',
  question: 'question: Do you need my private key?',
  group: 'group: money',
  order: 'order: 3',
  updated: 'updated: 2026-11-22',
  types: 'types: [1, 2]',
  summary: 'summary: The fee of a withdrawal is shown before it is confirmed.',
  drawing: 'drawing: settlement',
  translationOf: 'translationOf: 2026-11-22',
  aliases: 'aliases: [/docs/old-name/]',
  draft: 'draft: true',
}
const inChinese: Readonly<Record<string, string>> = {
  title: 'title: 钱包与网络',
  description: 'description: 各币种使用的网络、地址如何校验，以及修改地址后的变化。',
  question: 'question: 需要我的私钥吗？',
  summary: 'summary: 提现手续费会在确认前显示。',
}
const exampleOf = (field: string, { locale }: Text): string =>
  (locale === 'zh' && inChinese[field]) || (examples[field] ?? `${field}: …`)

type Issue = NonNullable<ReturnType<(typeof written)['docs']['safeParse']>['error']>['issues'][number]

/** A value of the front matter in an editor's words: YAML makes a number of `42`, a date of `2026-11-22`. */
function nameValue(value: unknown): string {
  if (value instanceof Date) return 'a date'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'number') return `the number ${value}`
  if (typeof value === 'boolean') return `the value ${value}, which means yes or no`
  return typeof value === 'object' ? 'a group of fields' : `the text “${String(value)}”`
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  date: 'a date',
  array: 'a list',
  boolean: 'true or false',
}

type Message = Pick<Finding, 'problem' | 'remedy'>

function typeMessage(field: string, value: unknown, expected: string, text: Text): Message {
  const { lines, lineOf } = text
  if (value === null || value === '')
    return { problem: `“${field}” is empty.`, remedy: `Write, for example, ${exampleOf(field, text)}` }
  const kind = kinds[expected] ?? expected
  if (expected !== 'string' || typeof value === 'object') {
    const isDate = kind === kinds.date
    return {
      problem: `“${field}” is ${nameValue(value)}, and has to be ${kind}${isDate ? ' that exists' : ''}.`,
      remedy: `Write, for example, ${exampleOf(field, text)}`,
    }
  }
  const written = lines[lineOf(field) - 1]?.slice(field.length + 1).trim() ?? String(value)
  return {
    problem: `“${field}” is ${nameValue(value)}, and has to be a text.`,
    remedy: `Put it between double quotes: ${field}: "${written}"`,
  }
}

function choiceMessage(field: string, value: unknown, values: readonly unknown[]): Message {
  const list = values.map(String)
  const known = typeof value === 'string' ? nearest(value, list) : undefined
  const all = list.join(', ')
  return {
    problem: `“${field}” is ${nameValue(value)}.`,
    remedy: known ? `Write ${field}: ${known} (possible: ${all}).` : `Write one of: ${all}.`,
  }
}

const tooLong: Readonly<Record<string, string>> = { summary: 'the app shows it in a notice' }

function sizeMessage(field: string, value: unknown, issue: { least?: number; most?: number }): Message {
  if (typeof value !== 'string')
    return { problem: `“${field}” is ${nameValue(value)}, which is too small.`, remedy: 'Count from 1.' }
  if (issue.most !== undefined)
    return {
      problem: `“${field}” has ${value.length} characters.`,
      remedy: `Shorten it to ${issue.most}: ${tooLong[field] ?? 'search engines show no more'}.`,
    }
  return {
    problem: `“${field}” has ${value.length} characters.`,
    remedy: `Write at least ${issue.least}, since it stands in search results below the title.`,
  }
}

function messageOf(issue: Issue, field: string, text: Text): Message {
  const value = text.frontMatter[field]
  if (value === undefined)
    return { problem: `The field “${field}” is missing.`, remedy: `Add a line such as ${exampleOf(field, text)}` }
  if (value === null || value === '') return typeMessage(field, value, 'string', text)
  if (issue.code === 'invalid_type') {
    const isInteger = issue.expected === 'number' || issue.expected === 'int'
    return typeMessage(field, value, isInteger ? 'int' : issue.expected, text)
  }
  if (field === 'types' && issue.path.length > 1)
    return {
      problem: '“types” names a product line that does not exist.',
      remedy: 'Write 1 for cloud mining, 2 for the mining agent: types: [1, 2]',
    }
  if (issue.code === 'invalid_value') return choiceMessage(field, value, issue.values)
  if (issue.code === 'too_small') return sizeMessage(field, value, { least: Number(issue.minimum) })
  if (issue.code === 'too_big') return sizeMessage(field, value, { most: Number(issue.maximum) })
  return {
    problem: `“${field}” cannot be used: ${issue.message}.`,
    remedy: `Write, for example, ${exampleOf(field, text)}`,
  }
}

/** The fields as the build checks them. */
function* wrongFields(text: Text): Generator<Finding> {
  const schema = written[text.folder]
  const { error } = schema.safeParse(text.frontMatter)
  const fields = Object.keys(schema.shape)
  const unknown = error?.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : [])) ?? []
  const intended = new Set<string>()
  for (const key of unknown) {
    const known = nearest(
      key,
      fields.filter((field) => text.frontMatter[field] === undefined),
    )
    if (known) intended.add(known)
    yield {
      line: text.lineOf(key),
      rule: 'field-unknown',
      problem: `There is no field “${key}” in ${text.folder}.`,
      remedy: known ? `Write ${known}.` : `Remove the line; the fields are ${fields.join(', ')}.`,
    }
  }
  const reported = new Set<string>()
  for (const issue of error?.issues ?? []) {
    const field = String(issue.path[0] ?? '')
    if (issue.code === 'unrecognized_keys' || intended.has(field) || reported.has(field)) continue
    reported.add(field)
    const isMissing = text.frontMatter[field] === undefined
    yield {
      // A missing line belongs above the closing fence.
      line: isMissing ? text.bodyLine - 1 : text.lineOf(field),
      rule: isMissing ? 'field-missing' : 'field-value',
      ...messageOf(issue, field, text),
    }
  }
}

/** A number sign after a space begins a comment in YAML: the rest of the field is lost. */
function* cutFields({ lines, bodyLine }: Text): Generator<Finding> {
  for (const [index, line] of lines.slice(0, bodyLine - 1).entries()) {
    const [, rest] = /^[\w-]+:\s+[^"'#\s][^#]*?\s(#.*)$/.exec(line) ?? []
    if (rest)
      yield {
        line: index + 1,
        rule: 'field-cut',
        problem: `“${rest}” is left out, since front matter takes it for a remark.`,
        remedy: 'Put the whole text between double quotes.',
      }
  }
}

export const frontMatterRules: Family = {
  *checkText(text) {
    if (text.unreadable) yield text.unreadable
    else {
      yield* wrongFields(text)
      yield* cutFields(text)
    }
  },
  isForEarlierVersions: true,
}
