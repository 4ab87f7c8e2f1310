import { expect, test } from 'vitest'
import {
  citationProblems,
  duplicateProblems,
  pathProblems,
  readRecord,
  recordIndex,
  recordProblems,
} from '../../scripts/lib/citations.mjs'

const record = ({ number = '012', sections = ['Context', 'Decision', 'Consequences'], subject = 'Subject: Money.' }) =>
  [`# ADR-${number}: One ledger`, '', subject, '', ...sections.flatMap((name) => [`## ${name}`, '', 'Text.', ''])].join(
    '\n',
  )

const records = ['012-one-ledger.md', '039-supported-browsers.md']

test('accepts a record in the agreed form', () => {
  expect(recordProblems('012-one-ledger.md', record({}))).toEqual([])
})

test('names a record whose heading and file number differ', () => {
  expect(recordProblems('013-one-ledger.md', record({}))).toEqual(['013-one-ledger.md: the heading says ADR-012'])
})

test.each([
  [['Context', 'Decision']],
  [['Decision', 'Context', 'Consequences']],
  [['Context', 'Decision', 'Consequences', 'Later']],
])('names a record with the sections %j', (sections) => {
  expect(recordProblems('012-one-ledger.md', record({ sections }))).toEqual([
    '012-one-ledger.md: the sections are not Context, Decision, Consequences',
  ])
})

test('names a record without number, heading or subject', () => {
  expect(recordProblems('one-ledger.md', record({}))).toHaveLength(1)
  expect(recordProblems('012-one-ledger.md', '# 012 One ledger\n')).toHaveLength(1)
  expect(recordProblems('012-one-ledger.md', record({ subject: '' }))).toEqual([
    '012-one-ledger.md: there is no line "Subject: …."',
  ])
})

test('names two records with one number', () => {
  expect(duplicateProblems(records)).toEqual([])
  expect(duplicateProblems([...records, '012-another.md'])).toEqual([
    '012-one-ledger.md and 012-another.md have one number',
  ])
})

test.each([
  'Cited: ADR-012, SPEC-5.3.',
  '[ADR-039](docs/decisions/039-supported-browsers.md)',
  'core specification 2.0',
])('accepts the citation %j', (text) => {
  expect(citationProblems('a.ts', text, records)).toEqual([])
})

test.each([
  'ADR-999',
  'ADR-12',
  'decisions 12',
  'decision 037',
  'Decisions 10',
  'specification 5',
  'Specification, section 9',
  'section 8 of the specification',
  'docs: architecture',
  'docs/decisions/037',
  '[ADR-012](docs/decisions/012-two-ledgers.md)',
  '[ADR-039](../decisions/012-one-ledger.md)',
])('refuses the citation %j and names its line', (text) => {
  const problems = citationProblems('a.ts', `first\n/** ${text}. */`, records)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(/^a\.ts:2: /)
})

test('names a path that does not exist', () => {
  const text = 'In `src/lib/time` and `scripts/old.mjs`, not `Intl` or `/user`.'
  expect(pathProblems('012-one-ledger.md', text, (path) => path === 'src/lib/time')).toEqual([
    '012-one-ledger.md: there is no scripts/old.mjs',
  ])
})

test('lists records by subject', () => {
  const parsed = [
    readRecord('012-one-ledger.md', record({})),
    readRecord('039-browsers.md', record({ number: '039', subject: 'Subject: Site. Related: more.' })),
  ]
  expect(recordIndex(parsed)).toBe(
    '## Money\n\n- [ADR-012](012-one-ledger.md) One ledger\n\n## Site\n\n- [ADR-039](039-browsers.md) One ledger',
  )
})
