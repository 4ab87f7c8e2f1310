import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Act, CommandContext } from '#service/platform/operator/act.ts'
import { OperateError } from '#service/platform/operator/errors.ts'
import { optionOf, readInput } from '#service/platform/operator/input.ts'
import { phrase, type Text, term } from '#service/platform/operator/phrase.ts'
import { readMarkdown } from '#service/platform/operator/texts.ts'
import { actTexts, textsIn } from '#service/programs/admin/page-texts.ts'
import { pageActs, pageViews } from '#service/programs/admin/pages.ts'

/** The files of the acts that stand on the page, and of the lists that it shows. */
const root = new URL('../../../../', import.meta.url)
const sources = readdirSync(new URL('service', root), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => `service/${file}`)
const files = sources.filter((file) => /from '#service\/platform\/operator\/phrase\.ts'/.test(read(file)))
const lists = [
  'service/money/earnings/operator/settlements.ts',
  'service/money/withdrawals/operator/payouts.ts',
  'service/money/withdrawals/operator/withdrawals.ts',
  'service/programs/operate/audit.ts',
  'service/programs/operate/check.ts',
  'service/programs/operate/users.ts',
  'service/programs/operate/one-user.ts',
  'service/compute/devices/operator/devices.ts',
  'service/programs/operate/operators.ts',
  'service/site/votes/operator.ts',
  'service/rewards/tasks/operator/tasks.ts',
  'service/money/withdrawals/operator/follow-payouts.ts',
  'service/rewards/tasks/operator/reviews.ts',
]

function read(file: string): string {
  return readFileSync(new URL(file, root), 'utf8')
}

/** The key of a template: numbers in place of its values, which may have braces in them. */
function keysIn(source: string): string[] {
  return [...source.matchAll(/phrase`((?:\\.|[^`\\])*)`/g)].map(([, template = '']) => {
    let number = 0
    return template
      .replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, () => `{{${++number}}}`)
      .replace(/\\n/g, '\n')
      .replace(/\\`/g, '`')
  })
}

const sentencesIn = (source: string): string[] =>
  [...source.matchAll(/(?:refused|wrongUsage)\(\s*(?:'([^'\n]+)'|"([^"\n]+)")/g)].map(
    ([, one, other]) => one ?? other ?? '',
  )

/** Titles of columns, and what is said of a table that is empty or under one. */
const titlesIn = (source: string): string[] => [
  ...[...source.matchAll(/(?:term\(|const [A-Z]+ = )'([^']+ [^']+)'/g)].map(([, one = '']) => one),
  ...[...source.matchAll(/(?:title|empty|foot): (?:'([^'\n]+)'|"([^"\n]+)")/g)].map(
    ([, one, other]) => one ?? other ?? '',
  ),
  ...[...source.matchAll(/titles = \[([^\]]+)\]/g)].flatMap(([, all = '']) =>
    [...all.matchAll(/'([^']+)'/g)].map(([, one = '']) => one),
  ),
]

const spoken = new Map<string, string>()
const add = (file: string, keys: readonly string[]) => {
  for (const key of keys) spoken.set(key, file)
}
for (const file of files) add(file, [...keysIn(read(file)), ...sentencesIn(read(file)), ...titlesIn(read(file))])
for (const file of lists) add(file, titlesIn(read(file)))
for (const { fields, name } of pageViews()) {
  const shown = Object.values(fields).filter(({ isRequired }) => !isRequired)
  add(
    name,
    shown.flatMap(({ label, choices }) => [label ?? '', ...(choices ?? [])]),
  )
}
for (const act of pageActs()) {
  const { name, button, fields } = act
  add(name, [button ?? '', ...Object.values(fields).flatMap(({ label, choices }) => [label ?? '', ...(choices ?? [])])])
  add(name, await refusals(act))
}
const typed = ['', '<b>html</b>', '![picture](https://idleforge.example/a.png)', '[link](javascript:x)']
const readings = typed.map((one) =>
  refusal(() => readMarkdown({ cwd: undefined } as CommandContext, { name: 'answer', typed: one })),
)
add('an answer', (await Promise.all(readings)).flat())

/** The keys of a text and of the phrases in it. */
function keysOf(text: Text): string[] {
  if (typeof text === 'string') return [text]
  return [text.key, ...text.values.flatMap((value) => (typeof value === 'object' ? keysOf(value) : []))]
}

/** The refusal of some work as a text; nothing for any other end of it. */
async function refusal(work: () => unknown): Promise<string[]> {
  try {
    await work()
    return []
  } catch (error) {
    return error instanceof OperateError ? keysOf(error.text) : []
  }
}

/** The refusals of each field of an act, whatever is typed or left out. */
async function refusals({ name, fields }: Act): Promise<string[]> {
  const said: string[] = []
  for (const [field, schema] of Object.entries(fields).filter(([, { kind }]) => kind !== 'flag'))
    for (const value of [undefined, 'x', 'x\ny', '-', '.'.repeat(5000)])
      said.push(
        ...(await refusal(() => readInput({ name, fields: { [field]: schema } }, { [optionOf(field)]: value }))),
      )
  return said
}

describe.each(['en', 'zh'] as const)('the texts of acts in %s', (locale) => {
  test('has every text that the page can show', () => {
    expect(spoken.size).toBeGreaterThan(100)
    expect([...spoken].filter(([key]) => key !== '' && !Object.hasOwn(actTexts[locale], key))).toEqual([])
  })

  test('has each value of a text once', () => {
    const numbers = (text: string) => (text.match(/\{\{\d\}\}/g) ?? []).toSorted().join(' ')
    const others = Object.entries(actTexts[locale]).filter(([key, text]) => numbers(key) !== numbers(text))
    // The page names neither the act nor the kind of its value.
    expect(others.map(([key]) => key)).toEqual(['{{1}} needs {{2}} {{3}}.'])
  })
})

test('names no option and no command of the program on the page', () => {
  const named = Object.entries(actTexts.en).filter(([, text]) => /--[a-z]|`/.test(text))
  expect(named).toEqual([])
})

test('every text of the catalogue is one that the service says', () => {
  const everything = sources.map(read).join('\n')
  const stray = Object.keys(actTexts.en).filter(
    (key) => !spoken.has(key) && !everything.includes(`'${key}'`) && !everything.includes(`"${key}"`),
  )
  expect(stray).toEqual([])
})

test('translates a sentence with its words, and leaves the values as they are', () => {
  const { say } = textsIn('zh')
  expect(say(phrase`Withdrawal ${'w1'} is ${term('approved')}.`)).toBe('提现 w1 的状态为“已通过”。')
  expect(say(phrase`Approve ${'Approve'}?`)).toBe('通过 Approve？')
  expect(say('nobody wrote this')).toBe('nobody wrote this')
  expect(String(phrase`Withdrawal ${'w1'} is ${term('approved')}.`)).toBe('Withdrawal w1 is approved.')
})
