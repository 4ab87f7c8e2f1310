import { expect, test } from 'vitest'
import { aliasProblems } from '#lib/text/content/alias-problems.ts'
import { formatProblem } from '#lib/text/content/problem.ts'
import type { TextFile } from '#lib/text/content/text-file.ts'
import { textAt } from './text-rules.ts'

const pages = ['/about/', '/download/']
const both = (slug: string, aliases: string) => [textAt(`en/${slug}`, { aliases }), textAt(`zh/${slug}`, { aliases })]
const problemsOf = (files: readonly TextFile[]) => aliasProblems(files, pages).map(formatProblem)
const at = (line: number, message: string, place = 'en/keys') =>
  `src/content/docs/${place}.md:${line}  alias  ${message}`

test('accepts former addresses, the same in both languages', () => {
  expect(problemsOf([...both('keys', '[/docs/old-keys/, /keys/]'), ...both('coins', '[/docs/money/]')])).toEqual([])
})

test.each([
  [
    '/docs/old',
    'The alias /docs/old is no address. Write it like /docs/old-name/, with a slash at both ends and no capitals.',
  ],
  [
    'docs/old/',
    'The alias docs/old/ is no address. Write it like /docs/old-name/, with a slash at both ends and no capitals.',
  ],
  [
    '/docs/Old/',
    'The alias /docs/Old/ is no address. Write it like /docs/old-name/, with a slash at both ends and no capitals.',
  ],
  [
    '/docs/../old/',
    'The alias /docs/../old/ is no address. Write it like /docs/old-name/, with a slash at both ends and no capitals.',
  ],
  [
    'https://a.example/',
    'The alias https://a.example/ is no address. Write it like /docs/old-name/, with a slash at both ends and no capitals.',
  ],
  ['/', 'The alias / is no address. Write it like /docs/old-name/, with a slash at both ends and no capitals.'],
  [
    '/zh/docs/old/',
    'The alias /zh/docs/old/ names a language. Write it without /zh: it leads to the text in both languages.',
  ],
  ['/user/wallets/', 'The alias /user/wallets/ belongs to the service. Remove it: no text was ever below /user/.'],
  ['/api/old/', 'The alias /api/old/ belongs to the service. Remove it: no text was ever below /api/.'],
  ['/download/', 'The alias /download/ is the address of a page (src/pages). Remove it, or rename that page first.'],
  [
    '/docs/keys/',
    'The alias /docs/keys/ is the address of a page (src/content/docs/en/keys.md). Remove it, or rename that page first.',
  ],
])('refuses %s', (alias, message) => {
  expect(problemsOf([textAt('en/keys', { aliases: `[${alias}]` })])).toEqual([at(3, message)])
})

test('refuses an alias of two texts, one that is written twice, and one of a topic that exists', () => {
  expect(problemsOf([textAt('en/coins', { aliases: '[/old/]' }), textAt('en/keys', { aliases: '[/old/]' })])).toEqual([
    at(
      3,
      'The alias /old/ is one of src/content/docs/en/coins.md as well. Leave it with the text that its readers look for.',
    ),
  ])
  expect(problemsOf([textAt('en/keys', { aliases: '[/old/, /old/]' })])).toEqual([
    at(3, 'The alias /old/ is written twice. Remove one of the two.'),
  ])
  const question = textAt('en/wallets/keys', {}, 'Text.', 'faq')
  expect(problemsOf([question, textAt('en/keys', { aliases: '[/faq/wallets/]' })])).toEqual([
    at(
      3,
      'The alias /faq/wallets/ is the address of a page (src/content/faq/en/wallets/keys.md). Remove it, or rename that page first.',
    ),
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
    at(4, '“aliases” is [/older/] here, and [/old/] in English. Write the same in both languages.', 'zh/keys'),
  ])
})
