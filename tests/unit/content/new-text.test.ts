import { expect, test } from 'vitest'
import { newTexts } from '../../../scripts/content/new-text.ts'
import { copiedSite, plant } from './planted.ts'

test('a new page has its fields in both languages, and the check names what is still to be written', () => {
  const files = Object.fromEntries(newTexts('page', 'docs', 'my-rig', copiedSite))
  expect(files).toEqual({
    'src/content/docs/en/my-rig.md':
      '---\ntitle: My rig\ndescription:\ngroup: start\norder: 1\nupdated: 2026-11-27\n---\n',
    'src/content/docs/zh/my-rig.md': '---\ntitle:\ndescription:\ngroup: start\norder: 1\nupdated: 2026-11-27\n---\n',
  })
  expect(plant([], files).map((message) => message.split('  ')[1])).toEqual([
    ...['field-value', 'empty'],
    ...['field-value', 'field-value', 'empty'],
  ])
})

test('a new question is the last of its topic', () => {
  const files = newTexts('question', 'wallets', 'lost-wallet', copiedSite)
  expect(files.get('src/content/faq/en/wallets/lost-wallet.md')).toBe('---\nquestion: Lost wallet?\norder: 5\n---\n')
  expect([...files.keys()]).toHaveLength(2)
})

test.each([
  ['page', 'dosc', 'my-rig', 'There is no place “dosc” for a page. Write docs.'],
  ['question', 'walets', 'lost', 'There is no place “walets” for a question. Write wallets.'],
  ['page', 'docs', 'MyRig', '“MyRig” is no name for an address. Use lower-case letters, digits and single hyphens.'],
  ['page', 'docs', 'wallets', 'src/content/docs/en/wallets.md exists already.'],
] as const)('refuses a new %s %s %s', (kind, place, slug, sentence) => {
  expect(() => newTexts(kind, place, slug, copiedSite)).toThrow(sentence)
})
