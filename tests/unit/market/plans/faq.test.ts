import { expect, test } from 'vitest'
import { parseEntry } from '#service/market/plans/faq.ts'

const question = (types: string) => `---\nquestion: Why?\norder: 2\n${types}---\n\nBecause.\n`

test.each([
  ['in brackets', 'types: [1, 2]\n', [1, 2]],
  ['in lines, as editors of YAML write it', 'types:\n  - 1\n  - 2\n', [1, 2]],
  ['in one line', 'types:\n  - 2\n', [2]],
  ['absent', '', []],
])('reads the product lines of a question from a list %s', (_, written, types) => {
  expect(parseEntry(question(written), 'en')).toEqual({ question: 'Why?', answer: 'Because.', order: 2, types })
})

test('a draft is no question', () => {
  expect(parseEntry(question('draft: true\n'), 'en')).toBeUndefined()
})
