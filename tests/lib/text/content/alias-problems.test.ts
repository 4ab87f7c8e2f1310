import { expect, test } from 'vitest'
import { aliasProblems } from '#lib/text/content/alias-problems.ts'
import { formatProblem, type TextFile } from '#lib/text/content/text-file.ts'
import { textAt } from './text-rules.ts'

const pages = ['/about/', '/download/']
const both = (slug: string, aliases: string) => [textAt(`en/${slug}`, { aliases }), textAt(`zh/${slug}`, { aliases })]
const problemsOf = (files: readonly TextFile[]) => aliasProblems(files, pages).map(formatProblem)
const at = (line: number, message: string, place = 'en/keys') =>
  `src/content/docs/${place}.md, line ${line}: ${message}`

test('accepts former addresses, the same in both languages', () => {
  expect(problemsOf([...both('keys', '[/docs/old-keys/, /keys/]'), ...both('coins', '[/docs/money/]')])).toEqual([])
})

test.each([
  [
    '/docs/old',
    'alias /docs/old is no address: write it like /docs/old-name/, with a slash at both ends and no capitals',
  ],
  [
    'docs/old/',
    'alias docs/old/ is no address: write it like /docs/old-name/, with a slash at both ends and no capitals',
  ],
  [
    '/docs/Old/',
    'alias /docs/Old/ is no address: write it like /docs/old-name/, with a slash at both ends and no capitals',
  ],
  [
    '/docs/../old/',
    'alias /docs/../old/ is no address: write it like /docs/old-name/, with a slash at both ends and no capitals',
  ],
  [
    'https://a.example/',
    'alias https://a.example/ is no address: write it like /docs/old-name/, with a slash at both ends and no capitals',
  ],
  ['/', 'alias / is no address: write it like /docs/old-name/, with a slash at both ends and no capitals'],
  ['/zh/docs/old/', 'alias /zh/docs/old/: write it without /zh, it leads to the text in both languages'],
  ['/user/wallets/', 'alias /user/wallets/: addresses below /user/ belong to the service'],
  ['/api/old/', 'alias /api/old/: addresses below /api/ belong to the service'],
  ['/download/', 'alias /download/ is the address of an existing page (src/pages)'],
  ['/docs/keys/', 'alias /docs/keys/ is the address of an existing page (src/content/docs/en/keys.md)'],
])('refuses %s', (alias, message) => {
  expect(problemsOf([textAt('en/keys', { aliases: `[${alias}]` })])).toEqual([at(3, message)])
})

test('refuses an alias of two texts, one that is written twice, and one of a topic that exists', () => {
  expect(problemsOf([textAt('en/coins', { aliases: '[/old/]' }), textAt('en/keys', { aliases: '[/old/]' })])).toEqual([
    at(3, 'alias /old/ is an alias of src/content/docs/en/coins.md as well'),
  ])
  expect(problemsOf([textAt('en/keys', { aliases: '[/old/, /old/]' })])).toEqual([
    at(3, 'alias /old/ is written twice'),
  ])
  const question = textAt('en/wallets/keys', {}, 'Text.', 'faq')
  expect(problemsOf([question, textAt('en/keys', { aliases: '[/faq/wallets/]' })])).toEqual([
    at(3, 'alias /faq/wallets/ is the address of an existing page (src/content/faq/en/wallets/keys.md)'),
  ])
})

test('the address of a draft is free', () => {
  expect(problemsOf([textAt('en/coins', { draft: 'true' }), textAt('en/keys', { aliases: '[/docs/coins/]' })])).toEqual(
    [],
  )
})

test('refuses languages that differ', () => {
  const files = [textAt('en/keys', { aliases: '[/old/]' }), textAt('zh/keys', { order: '1', aliases: '[/older/]' })]
  expect(problemsOf(files)).toEqual([
    at(4, 'aliases are [/older/] here and [/old/] in English: write the same in both languages', 'zh/keys'),
  ])
})
