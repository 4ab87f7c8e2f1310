import { describe, expect, test } from 'vitest'
import { dateProblems } from '#lib/text/content/date-problems.ts'
import { formatProblem } from '#lib/text/content/problem.ts'
import type { TextFile } from '#lib/text/content/text-file.ts'
import { parseTextFile } from '../../../../src/content/text-files.ts'

const file = (place: string, updated: string, body = 'Keep it.'): TextFile => {
  const parsed = parseTextFile('docs', place, `---\ntitle: Keys\nupdated: ${updated}\n---\n\n${body}\n`)
  if (!parsed) throw new Error(place)
  return parsed
}
const calendar = { today: '2026-11-27', latest: '2026-11-28' }
const problemsOf = (files: readonly TextFile[], history?: Parameters<typeof dateProblems>[1]['history']) =>
  dateProblems(files, { ...calendar, history }).map(formatProblem)

test('names file and line of a date that is none, and does not compare it', () => {
  expect(problemsOf([file('en/keys.md', '26 November'), file('zh/keys.md', '2026-11-26')])).toEqual([
    'src/content/docs/en/keys.md:3  date  “updated” is “26 November”, which is no date. Write year, month and day, for example updated: 2026-11-28',
  ])
})

test('names the language that is behind', () => {
  expect(problemsOf([file('en/keys.md', '2026-11-27'), file('zh/keys.md', '2026-11-26')])).toEqual([
    expect.stringContaining(
      'src/content/docs/zh/keys.md:3  date-language  “updated” is 2026-11-26 here, and 2026-11-27 in English.',
    ),
  ])
})

describe('with a history', () => {
  const before = file('en/keys.md', '2026-11-22').text
  const longer = 'Keep it where nobody else can read or find it.'
  const after = file('en/keys.md', '2026-11-22', longer).text
  const historyOf = (head: string, ...days: [day: string, before: string | undefined, after: string][]) =>
    new Map([
      [
        'src/content/docs/en/keys.md',
        { head, changes: days.map(([day, from, to]) => ({ day, before: from, after: to })) },
      ],
    ])
  const old = '“updated” is 2026-11-22, and the text changed on'

  test.each([
    [
      'no change since',
      file('en/keys.md', '2026-11-22'),
      historyOf(before, ['2026-11-22', undefined, before]),
      undefined,
    ],
    [
      'a later commit that changed the text',
      file('en/keys.md', '2026-11-22', longer),
      historyOf(after, ['2026-11-26', before, after], ['2026-11-22', undefined, before]),
      `${old} 2026-11-26. Write updated: 2026-11-26`,
    ],
    [
      'a date of that commit',
      file('en/keys.md', '2026-11-26', longer),
      historyOf(after, ['2026-11-26', before, after]),
      undefined,
    ],
    [
      'a later date',
      file('en/keys.md', '2026-11-27', longer),
      historyOf(after, ['2026-11-26', before, after]),
      undefined,
    ],
    [
      'a change that is not committed',
      file('en/keys.md', '2026-11-22', longer),
      historyOf(before, ['2026-11-22', undefined, before]),
      `${old} 2026-11-27. Write updated: 2026-11-27`,
    ],
    ['a file that is in no commit', file('en/keys.md', '2026-11-01'), new Map(), undefined],
    ['no history', file('en/keys.md', '2026-11-01'), undefined, undefined],
  ])('%s', (_, text, history, problem) => {
    expect(problemsOf([text], history)).toEqual(
      problem === undefined ? [] : [`src/content/docs/en/keys.md:3  date-outdated  ${problem}`],
    )
  })
})
