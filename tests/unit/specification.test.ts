import { expect, test } from 'vitest'
import { citationsIn, specificationProblems, titlesIn, withMovedTests } from '../../scripts/lib/specification.mjs'

/** An id apart from its prefix, so that the check of this project does not take it for a citation. */
const id = (number: string) => `SPEC-${number}`
const line = (number: string, proof = 'pays once](../tests/pay.test.ts') =>
  `- **${id(number)}** Pays.${proof && ` → [${proof})`}`
const titles = new Map([
  ['tests/pay.test.ts', ['pays once', 'pays once a day', 'keeps `%s` whole']],
  ['tests/moved.test.ts', ['moves']],
])
const none = new Map<string, string[]>()
const problems = (...lines: string[]) => specificationProblems(lines.join('\n'), titles, none)

test('a document whose lines have tests, in order, has no problem', () => {
  const text = [
    '## 1. Paying',
    line('1.1'),
    line('1.3', 'keeps `%s` whole](../tests/pay.test.ts), [moves](../tests/moved.test.ts'),
    '## 2. More',
    line('2.1', 'once a day](../tests/pay.test.ts'),
  ].join('\n')
  expect(specificationProblems(text, titles, new Map([[id('1.3'), ['src/a.ts']]]))).toEqual([])
})

test.each([
  ['no test', line('1.1', ''), 'names no test'],
  ['a title that is in no file', line('1.1', 'flies](../tests/pay.test.ts'), 'no test file has it'],
  ['a title of another file', line('1.1', 'moves](../tests/pay.test.ts'), 'found in tests/moved.test.ts'],
  ['a file that is not there', line('1.1', 'moves](../tests/gone.test.ts'), 'tests/gone.test.ts does not exist'],
  ['a part of several titles', line('1.1', 'pays](../tests/pay.test.ts'), '2 tests of tests/pay.test.ts'],
  ['a number twice', `${line('1.1')}\n${line('1.1')}`, `${id('1.1')} follows ${id('1.1')}`],
  ['a lower number', `${line('1.10')}\n${line('1.9')}`, `${id('1.9')} follows ${id('1.10')}`],
  ['a lower section', `${line('2.1')}\n${line('1.2')}`, `${id('1.2')} follows ${id('2.1')}`],
  ['an item without a number', '- Pays.', 'not of the form'],
  ['a proof that is no link', `${line('1.1')} and by hand`, 'not of the form'],
])('%s is named', (_what, text, problem) => {
  expect(problems(text)).toEqual([expect.stringContaining(problem)])
})

test('a citation without its line is named with its places', () => {
  const cited = new Map(['1.1', '1.2', '1'].map((number) => [id(number), [`src/${number}.ts`, 'src/b.ts']]))
  expect(specificationProblems(line('1.1'), titles, cited)).toEqual([
    `src/1.2.ts, src/b.ts: docs/specification.md has no ${id('1.2')}`,
    `src/1.ts, src/b.ts: docs/specification.md has no ${id('1')}`,
  ])
})

test('citations are found with and without a number of their own', () => {
  expect(citationsIn(`(${id('5.3')}, ${id('12')}) ${id('9.10')}.`)).toEqual([id('5.3'), id('12'), id('9.10')])
})

test('titles are those of tests and groups, also of templates, tables and modifiers', () => {
  const source = [
    "describe('a group', () => {",
    "  test('a test', () => say('no title'))",
    "  test.each([['a row']])('%s of a table', () => {})",
    `  test.each\`a \${1}\`('of a template', () => {})`,
    `  for (const one of all) test(\`each \${one}\`, () => {})`,
    "  test.describe.runIf(true)('only sometimes', () => {})",
    "  test.skip('skipped', () => {})",
    "  test.todo('to do')",
    "  describe.skip('a skipped group', () => test('inside it', () => {}))",
    '})',
  ].join('\n')
  expect(titlesIn('a.test.ts', source)).toEqual([
    ...['a group', 'a test', '%s of a table', 'of a template', `each \${one}`],
  ])
})

test('a test that moved to one other file is followed, and nothing else changes', () => {
  const text = [
    line('1.1'),
    line('1.2', 'moves](../tests/old.test.ts'),
    line('1.3', 'flies](../tests/old.test.ts'),
    line('1.4', 'pays](../tests/old.test.ts'),
  ].join('\n')
  const more = new Map([...titles, ['tests/other.test.ts', ['pays too']]])
  expect(withMovedTests(text, more)).toBe(
    text.replace('[moves](../tests/old.test.ts)', '[moves](../tests/moved.test.ts)'),
  )
})
