import { expect, test } from 'vitest'
import { listOf, readFrontMatter } from '#lib/text/content/front-matter.ts'

test('reads fields as they are written, with their lines', () => {
  const { fields, body, bodyLine } = readFrontMatter('---\ntitle: Keys: all\nupdated: "2026-11-27"\n---\n\nText\n')
  expect([...fields]).toEqual([
    ['title', { value: 'Keys: all', line: 2 }],
    ['updated', { value: '2026-11-27', line: 3 }],
  ])
  expect(body).toBe('\nText\n')
  expect(bodyLine).toBe(4)
})

test.each([
  ['in brackets', 'aliases: [/docs/old/, "/docs/older/"]'],
  ['in lines', 'aliases:\n  - /docs/old/\n  - "/docs/older/"'],
])('reads a list %s', (_, lines) => {
  const { fields } = readFrontMatter(`---\n${lines}\norder: 1\n---\n`)
  expect(listOf(fields.get('aliases')?.value ?? '')).toEqual(['/docs/old/', '/docs/older/'])
  expect(fields.get('order')?.value).toBe('1')
})

test('a text without front matter is all body', () => {
  expect(readFrontMatter('Text\n---\n')).toMatchObject({ body: 'Text\n---\n', bodyLine: 0 })
})

test('reads what an editor on Windows saves, and leaves comments out', () => {
  const { fields, body } = readFrontMatter(
    '\uFEFF---\r\ntitle: Keys #1\r\ndraft: true # not yet\r\nupdated: "2026" # x\r\n---\r\nText\r\n',
  )
  expect(fields.get('title')?.value).toBe('Keys')
  expect(fields.get('draft')).toEqual({ value: 'true', line: 3 })
  expect(body).toBe('Text\n')
})
