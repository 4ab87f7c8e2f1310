import { expect, test } from 'vitest'
import { legalProblems } from '#lib/text/content/legal-problems.ts'
import { formatProblem } from '#lib/text/content/problem.ts'
import type { TextFile } from '#lib/text/content/text-file.ts'
import { parseTextFile } from '../../../../src/content/text-files.ts'

const written = (day: string, body = 'Text.') =>
  `---\ntitle: Terms\nupdated: ${day}\nsummary: Changes of ${day}.\n---\n\n${body}\n`
const file = (place: string, text: string): TextFile => {
  const parsed = parseTextFile('legal', place, text)
  if (!parsed) throw new Error(place)
  return parsed
}
const both = (name: string, text: string) => ['en', 'zh'].map((locale) => file(`${locale}/${name}.md`, text))
const problemsOf = (files: readonly TextFile[], history?: Parameters<typeof legalProblems>[1]) =>
  legalProblems(files, history).map(formatProblem)

const current = both('terms', written('2026-11-27', 'A {{devices.codeLife}}.'))
const kept = both('terms/2026-11-22', written('2026-11-22'))
const history = new Map(
  ['en', 'zh'].map((locale) => [
    `src/content/legal/${locale}/terms.md`,
    { head: written('2026-11-27'), changes: [{ day: '2026-11-22', before: undefined, after: written('2026-11-22') }] },
  ]),
)

test('a text with its earlier versions has no problem, with and without a history', () => {
  expect(problemsOf([...current, ...kept])).toEqual([])
  expect(problemsOf([...current, ...kept], history)).toEqual([])
})

test('names a version that the history knows and no file has', () => {
  expect(problemsOf(current, history)).toEqual(
    ['en', 'zh'].map(
      (locale) =>
        `src/content/legal/${locale}/terms.md:3  legal-version  The version of 2026-11-22 would be lost. Run npm run content -- keep terms 2026-11-22`,
    ),
  )
})

test('names the version in the last commit while the change is not committed', () => {
  const changed = both('terms', written('2026-11-28'))
  expect(problemsOf([...changed, ...kept], history)).toHaveLength(2)
})

test.each([
  [
    'a date that is not that of the file',
    [...current, ...both('terms/2026-11-22', written('2026-11-23'))],
    'en/terms/2026-11-22.md:3  legal-version  “updated” is 2026-11-23',
  ],
  [
    'a figure that would change',
    [...current, ...both('terms/2026-11-22', written('2026-11-22', 'A {{devices.codeLife}}.'))],
    'en/terms/2026-11-22.md:7  legal-version  A figure',
  ],
  [
    'the day of a kept version',
    [...both('terms', written('2026-11-22').replace('Changes of', 'Other changes of')), ...kept],
    'en/terms.md:3  legal-version  “updated” is 2026-11-22, and the version of 2026-11-22 is kept. Write a later day',
  ],
  [
    'a version that says nothing about its changes',
    [...both('terms', written('2026-11-27').replace(/summary.*\n/, '')), ...kept],
    'en/terms.md:3  legal-summary  The field “summary” is missing',
  ],
  [
    'the summary of the version before',
    [...both('terms', written('2026-11-27').replace('Changes of 2026-11-27', 'Changes of 2026-11-22')), ...kept],
    'en/terms.md:4  legal-summary  “summary” is that of the version of 2026-11-22. Say what this version changes.',
  ],
])('refuses %s', (_, files, message) => {
  expect(problemsOf(files)[0]).toContain(`src/content/legal/${message}`)
})

test('a first version needs no summary', () => {
  expect(problemsOf(both('terms', written('2026-11-27').replace(/summary.*\n/, '')))).toEqual([])
})

test('names an earlier version that is not as it was kept, whether the change is committed or not', () => {
  const place = 'src/content/legal/en/terms/2026-11-22.md'
  const original = written('2026-11-22')
  const changed = written('2026-11-22', 'And another whole sentence that nobody has ever agreed to.')
  const kept = { day: '2026-11-27', before: undefined, after: original }
  const later = { day: '2026-11-28', before: original, after: changed }
  const found = (text: string, head: string, changes: readonly (typeof kept | typeof later)[]) =>
    problemsOf([file('en/terms/2026-11-22.md', text)], new Map([[place, { head, changes }]]))
  const message = `${place}:1  legal-version  The version of 2026-11-22 is not as it was kept, and users agreed to those words. Undo the change here; a new rule belongs in the text in force.`
  expect(found(original, original, [kept])).toEqual([])
  expect(found(original.replace('Text.', 'Texts.'), original, [kept])).toEqual([])
  expect(found(changed, original, [kept])).toEqual([message])
  expect(found(changed, changed, [later, kept])).toEqual([message])
})
