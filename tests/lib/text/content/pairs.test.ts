import { expect, test } from 'vitest'
import { comparePair } from '#lib/text/content/pairs.ts'

const of = (updated?: string, translationOf?: string) => ({ updated, translationOf })

test.each([
  ['equal dates', of('2026-11-27'), of('2026-11-27'), { kind: 'same' }],
  ['no dates', of(), of(), { kind: 'same' }],
  [
    'a marked older translation',
    of('2026-11-27'),
    of('2026-11-23', '2026-11-22'),
    { kind: 'older', older: 'zh', date: '2026-11-27' },
  ],
  [
    'a marked older English translation',
    of('2026-11-22', '2026-11-22'),
    of('2026-11-27'),
    { kind: 'older', older: 'en', date: '2026-11-27' },
  ],
  ['a translation that was made later', of('2026-11-22'), of('2026-11-27', '2026-11-22'), { kind: 'same' }],
])('compares %s', (_, en, zh, state) => {
  expect(comparePair({ en, zh })).toEqual(state)
})

test.each([
  [
    'an older Chinese date',
    of('2026-11-27'),
    of('2026-11-22'),
    'zh',
    'updated',
    '“updated” is 2026-11-22 here, and 2026-11-27 in English.',
    'Write 2026-11-27 when the change is translated, or add translationOf: 2026-11-22 until then.',
  ],
  [
    'an older English date',
    of('2026-11-22'),
    of('2026-11-27'),
    'en',
    'updated',
    '“updated” is 2026-11-22 here, and 2026-11-27 in Chinese.',
    'Write 2026-11-27 when the change is translated, or add translationOf: 2026-11-22 until then.',
  ],
  [
    'a date in Chinese alone',
    of(),
    of('2026-11-27'),
    'en',
    'updated',
    'The Chinese text has updated: 2026-11-27, and this one has no such field.',
    'Write updated: 2026-11-27, or remove it there.',
  ],
  [
    'two translations',
    of('2026-11-27', '2026-11-27'),
    of('2026-11-27', '2026-11-27'),
    'zh',
    'translationOf',
    'Both languages have “translationOf”.',
    'Remove it from the original.',
  ],
  [
    'a translation of a later version',
    of('2026-11-22'),
    of('2026-11-27', '2026-11-24'),
    'zh',
    'translationOf',
    '“translationOf” is 2026-11-24, and the English text is of 2026-11-22.',
    'Write the date of the text that was translated.',
  ],
  [
    'a translation older than its version',
    of('2026-11-27'),
    of('2026-11-22', '2026-11-25'),
    'zh',
    'translationOf',
    '“translationOf” is 2026-11-25, and “updated” is 2026-11-22.',
    'Write a later day as updated: a translation is no older than its version.',
  ],
] as const)('refuses %s', (_, en, zh, locale, field, problem, remedy) => {
  expect(comparePair({ en, zh })).toEqual({ kind: 'wrong', locale, field, problem, remedy })
})
