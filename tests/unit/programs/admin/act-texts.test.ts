import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { planTerms } from '#service/market/plans/operator/plan-fields.ts'
import type { Act, CommandContext } from '#service/platform/operator/act.ts'
import { OperateError } from '#service/platform/operator/errors.ts'
import { optionOf } from '#service/platform/operator/input.ts'
import { phrase, term } from '#service/platform/operator/phrase.ts'
import { readMarkdown } from '#service/platform/operator/texts.ts'
import { actTexts, textsIn } from '#service/programs/admin/page-texts.ts'
import { pageActs } from '#service/programs/admin/pages.ts'

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

const titlesIn = (source: string): string[] => [...source.matchAll(/title: '([^']+)'/g)].map(([, title = '']) => title)

const spoken = new Map<string, string>()
const add = (file: string, keys: readonly string[]) => {
  for (const key of keys) spoken.set(key, file)
}
for (const file of files) add(file, [...keysIn(read(file)), ...sentencesIn(read(file)), ...titlesIn(read(file))])
for (const file of lists) add(file, titlesIn(read(file)))
for (const act of pageActs()) {
  const { name, button, fields } = act
  add(name, [button ?? '', ...Object.values(fields).map(({ label }) => label ?? '')])
  add(name, await refusals(act))
}
const typed = ['', '<b>html</b>', '![picture](https://idleforge.example/a.png)', '[link](javascript:x)']
add(
  'an answer',
  await Promise.all(
    typed.map((one) => said(() => readMarkdown({ cwd: undefined } as CommandContext, { name: 'answer', typed: one }))),
  ),
)

/** The refusal of some work as a text; nothing for any other end of it. */
async function said(work: () => Promise<unknown>): Promise<string> {
  try {
    await work()
    return ''
  } catch (error) {
    return error instanceof OperateError && typeof error.text === 'string' ? error.text : ''
  }
}

/** The refusals of each field that the form of an act asks for, whatever is typed or left out. */
async function refusals(act: Act): Promise<string[]> {
  const isInForm = (name: string) =>
    act.fields[name]?.kind !== 'flag' && (act.name !== 'plans change' || name === 'price')
  const asked = Object.keys(act.fields).filter(isInForm)
  const known = Object.fromEntries(
    ['plan', ...asked].map((name) => [optionOf(name), name in planTerms ? undefined : 'x']),
  )
  const wrong = asked.flatMap((name) =>
    [undefined, 'x\ny', '-'].map((value) => ({ ...known, [optionOf(name)]: value })),
  )
  const found = await Promise.all(wrong.map((input) => said(async () => act.run({} as CommandContext, input))))
  // The address of a form gives its subject.
  return found.filter((text) => text !== '' && !/^Which |--plan/.test(text))
}

describe.each(['en', 'zh'] as const)('the texts of acts in %s', (locale) => {
  test('has every text that the page can show', () => {
    expect(spoken.size).toBeGreaterThan(100)
    expect([...spoken].filter(([key]) => key !== '' && !Object.hasOwn(actTexts[locale], key))).toEqual([])
  })

  test('has each value of a text once', () => {
    const numbers = (text: string) => (text.match(/\{\{\d\}\}/g) ?? []).toSorted().join(' ')
    expect(Object.entries(actTexts[locale]).filter(([key, text]) => numbers(key) !== numbers(text))).toEqual([])
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
