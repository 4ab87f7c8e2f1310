import { expect, test } from 'vitest'
import type { Act, Command } from '#service/platform/operator/act.ts'
import { optionOf } from '#service/platform/operator/input.ts'
import { actForm } from '#service/programs/admin/act-forms.ts'
import { textsIn } from '#service/programs/admin/page-texts.ts'
import { pageActs } from '#service/programs/admin/pages.ts'
import type { Visit } from '#service/programs/admin/visit.ts'
import { readAct, readArguments } from '#service/programs/operate/arguments.ts'
import { allCommands } from '#service/programs/operate/program.ts'

const commands = (await allCommands()).filter((one): one is Command => 'acts' in one)
const acts = commands.flatMap((command) => command.acts.map((act) => ({ name: act.name, act, command })))

/** The command line that gives an act every value that it takes. */
const lineOf = ({ verb, place, option, fields }: Act): string[] => {
  const options = Object.entries(fields)
    .filter(([name]) => name !== 'word')
    .map(([name, { kind }]) => (kind === 'flag' ? `--${optionOf(name)}` : `--${optionOf(name)}=x`))
  const chooses = option !== undefined && !Object.keys(fields).map(optionOf).includes(option)
  return [...(verb ? [verb] : []), ...(place ? ['0x1'] : []), ...(chooses ? [`--${option}`] : []), ...options]
}

/** Undoes the escaping of the page. */
const plain = (html: string): string => html.replaceAll('&#39;', "'")

test('every act belongs to the command that it is typed by, once', () => {
  expect(acts.filter(({ act, command }) => act.command !== command.name)).toEqual([])
  const typed = acts.map(({ act, command }) => [command.name, ...lineOf(act)].join(' '))
  expect(typed.filter((line, index) => typed.indexOf(line) !== index)).toEqual([])
  expect(acts.length).toBeGreaterThan(60)
})

test.each(acts)('$name is reached from the command line, with every value that it takes', ({ act, command }) => {
  expect(readAct(command, readArguments(command, lineOf(act))).act).toBe(act)
})

test.each(acts)('$name has a label for every value, by which a form can ask for it', ({ act }) => {
  expect(Object.entries(act.fields).filter(([, { label }]) => !label)).toEqual([])
})

test('the acts with a button are those that stand on the page', () => {
  const names = (some: readonly Act[]) => some.map(({ name }) => name).sort()
  expect(names(pageActs())).toEqual(names(acts.map(({ act }) => act).filter(({ button }) => button !== undefined)))
})

test.each(pageActs())('the form of $name asks for what its definition names, in its words', (act) => {
  const visit = { ...textsIn('en'), form: '', path: '', fields: new URLSearchParams() } as unknown as Visit
  const shown = plain(String(actForm(visit, act, { to: '/here' })))
  expect(shown).toContain(`>${act.button}</button>`)
  const names = Array.from(shown.matchAll(/name="(?!form")([^"]+)"/g), ([, name]) => name)
  expect(names).toEqual(Object.keys(act.fields).map(optionOf))
  for (const { label, maxLength } of Object.values(act.fields)) {
    expect(shown).toContain(label)
    if (maxLength !== undefined) expect(shown).toContain(`maxlength="${maxLength}"`)
  }
})
