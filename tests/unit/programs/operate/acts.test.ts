import { expect, test } from 'vitest'
import type { Act, Command } from '#service/platform/operator/act.ts'
import { optionOf } from '#service/platform/operator/input.ts'
import { actForm } from '#service/programs/admin/act-forms.ts'
import { textsIn } from '#service/programs/admin/page-texts.ts'
import { pageActs, pageViews } from '#service/programs/admin/pages.ts'
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

/** Acts of the program alone, each with the reason why no page can have it. */
const programOnly: Readonly<Record<string, string>> = {
  'pay ID --send': 'signs with the key in PAYER_KEY_FILE, which no node has',
  sweep: 'signs with the key in DEPOSIT_KEY_FILE, which no node has',
  'publish-version': 'reads a package from the disk of the operator',
  'versions publish FOLDER': 'reads the folder that `npm run pack` has filled',
  'backup FOLDER': 'writes a folder on a disk of the operator, which outlives the service',
  'operators add NAME': 'makes a key: a session on the page must not open another way in',
  'operators new-secret NAME': 'makes a key, as adding an operator does',
  'operators list': 'is `operators` by another name',
}

test('each act is in the program and on the page, except those that only a program can do', () => {
  const onPage = new Set([...pageActs(), ...pageViews()])
  const inProgram = acts.map(({ act }) => act)
  const missing = inProgram.filter((act) => !onPage.has(act)).map(({ name }) => name)
  expect(missing.sort()).toEqual(Object.keys(programOnly).sort())
  expect([...onPage].filter((act) => !inProgram.includes(act)).map(({ name }) => name)).toEqual([])
})

test('the acts with a button are those that stand on the page', () => {
  const names = (some: readonly Act[]) => [...new Set(some.map(({ name }) => name))].sort()
  expect(names(pageActs())).toEqual(names(acts.map(({ act }) => act).filter(({ button }) => button !== undefined)))
})

/** Acts that decide about no money, no points and no secret, or only stop something. */
const withoutCode: readonly string[] = [
  ...[
    'account end-sessions ACCOUNT',
    'ambassadors EMAIL --refuse',
    'currency-rates CURRENCY',
    'deposits --transaction',
  ],
  ...['gpu end', 'gpu pause', 'gpu refuse', 'gpu resume'],
  ...['invitations ID --refuse', 'message', 'notices', 'notices ID --withdraw'],
  ...['payouts --follow', 'payouts --pause', 'plans pause', 'plans resume'],
  ...['projects PROJECT', 'reports ID --answer', 'reports ID --close', 'tasks close'],
  ...['tasks review --refuse'],
]

test('whoever is not finance or admin moves no money, points or secrets, and each such act asks for a code', () => {
  const guarded = pageActs().filter(({ needsProof }) => needsProof)
  expect(guarded.filter(({ role }) => role === 'support').map(({ name }) => name)).toEqual([])
  const rest = pageActs().filter(({ needsProof }) => !needsProof)
  expect([...new Set(rest.map(({ name }) => name))].sort()).toEqual([...withoutCode].sort())
})

test.each(pageActs())('the form of $name asks for what its definition names, in its words', (act) => {
  const visit = {
    ...textsIn('en'),
    form: '',
    path: '',
    role: 'admin',
    fields: new URLSearchParams(),
  } as unknown as Visit
  const shown = plain(String(actForm(visit, act, { to: '/here' })))
  expect(shown).toContain(`>${act.button}</button>`)
  const names = Array.from(shown.matchAll(/name="(?!form")([^"]+)"/g), ([, name]) => name)
  expect(names).toEqual(Object.keys(act.fields).map(optionOf))
  for (const { label, maxLength } of Object.values(act.fields)) {
    expect(shown).toContain(label)
    if (maxLength !== undefined) expect(shown).toContain(`maxlength="${maxLength}"`)
  }
})
