import { expect, test } from 'vitest'
import { draftProblems } from '#lib/text/content/draft-problems.ts'
import { formatProblem } from '#lib/text/content/problem.ts'
import { textAt } from './text-rules.ts'

const draft = textAt('en/coins', { draft: 'true' })
const question = textAt('en/wallets/keys', { draft: 'true' }, 'Text.', 'faq')
const problemsOf = (body: string, ...more: Parameters<typeof draftProblems>[0]) =>
  draftProblems([draft, question, ...more, textAt('en/keys', {}, body)]).map(formatProblem)

test.each([
  '/docs/coins/',
  '/docs/coins',
  '/docs/coins/#how',
  '/docs/coins#how',
  '/docs/coins/?a=b#how',
  '/faq/wallets/#keys',
  '/faq/wallets#keys',
])('refuses a link to the draft at %s', (link) => {
  expect(problemsOf(`Text.\n\nSee [it](${link}).`)).toEqual([
    `src/content/docs/en/keys.md:7  link-draft  ${link} is a draft, which readers do not have. Publish it first, or remove the link.`,
  ])
})

test('refuses an address of a draft that is named below the text', () => {
  expect(problemsOf('See [it][coins].\n\n[coins]: /docs/coins/')).toHaveLength(1)
  expect(problemsOf('See [it](</docs/coins/>).')).toHaveLength(1)
})

test.each(['/docs/keys/', '/docs/coins-old/', '/faq/wallets/', '/faq/wallets/#other', 'https://a.example/docs/coins/'])(
  'accepts a link to %s',
  (link) => expect(problemsOf(`See [it](${link}).`)).toEqual([]),
)

test('accepts a link to a text that is published in the other language, and links between drafts', () => {
  expect(problemsOf('See [it](/docs/coins/).', textAt('zh/coins'))).toEqual([])
  expect(draftProblems([draft, textAt('en/keys', { draft: 'true' }, 'See [it](/docs/coins/).')])).toEqual([])
})
