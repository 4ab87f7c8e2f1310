import { expect, test } from 'vitest'
import type { TextFile } from '#lib/text/content/text-file.ts'
import { formatWaiting, untranslated, waitingTexts } from '#lib/text/content/translations.ts'
import { textAt } from './text-rules.ts'

const of = (locale: string, updated: string, more: Record<string, string> = {}) =>
  textAt(`${locale}/keys`, { updated, ...more })
const [old, day] = ['2026-11-22', '2026-11-27']
const draft = { draft: 'true' }

const cases: [name: string, files: TextFile[], waiting: string[], standIn: 'en' | 'zh' | undefined][] = [
  ['a translated text', [of('en', day), of('zh', day)], [], undefined],
  [
    'a text without translation',
    [of('en', day)],
    ['missing  src/content/docs/zh/keys.md is missing; readers see src/content/docs/en/keys.md'],
    'zh',
  ],
  [
    'a Chinese text without translation',
    [of('zh', day)],
    ['missing  src/content/docs/en/keys.md is missing; readers see src/content/docs/zh/keys.md'],
    'en',
  ],
  [
    'an older translation',
    [of('en', day), of('zh', old, { translationOf: old })],
    [`older    src/content/docs/zh/keys.md is a translation of ${old}, and the original is of ${day}`],
    undefined,
  ],
  [
    'an older original language',
    [of('en', old, { translationOf: old }), of('zh', day)],
    [`older    src/content/docs/en/keys.md is a translation of ${old}, and the original is of ${day}`],
    undefined,
  ],
  [
    'a draft of a translation',
    [of('en', day), of('zh', day, draft)],
    ['draft    src/content/docs/zh/keys.md is not published'],
    'zh',
  ],
  [
    'a draft without translation',
    [of('en', day, draft)],
    ['draft    src/content/docs/en/keys.md is not published'],
    undefined,
  ],
  [
    'drafts in both languages',
    [of('en', day, draft), of('zh', day, draft)],
    ['draft    src/content/docs/en/keys.md is not published', 'draft    src/content/docs/zh/keys.md is not published'],
    undefined,
  ],
]

test.each(cases)('%s', (_, files, waiting, standIn) => {
  expect(waitingTexts(files).map(formatWaiting)).toEqual(waiting)
  expect(untranslated(Object.fromEntries(files.map((file) => [file.locale, file])))).toBe(standIn)
})
