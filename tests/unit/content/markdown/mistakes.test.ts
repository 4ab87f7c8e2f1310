import { expect, test } from 'vitest'
import { mistakesIn } from '../../../../src/content/markdown/mistakes.ts'
import { problemsIn } from '../../../../src/content/markdown/problems.ts'

const at = (file: string) => new URL(`file:///content/${file}`)

test('counts the lines of a file with those of its front matter', async () => {
  const text = '---\ntitle: A\norder: 1\n---\n\nText.\n\n:::danger\nx\n:::\n\n![](./a.png)\n'
  const mistakes = await mistakesIn(at('docs/en/a.md'), text)
  expect(mistakes.map(({ line }) => text.split('\n')[line - 1])).toEqual([':::danger', '![](./a.png)'])
})

test('knows by its front matter that an answer is sent out', async () => {
  const answer = (head: string) => `---\nquestion: Why?\n${head}---\n\n:::note\nx\n:::\n`
  expect(await mistakesIn(at('faq/en/cloud/a.md'), answer(''))).toEqual([])
  expect(await mistakesIn(at('faq/en/cloud/a.md'), answer('types: [1, 2]\n'))).toEqual([
    { line: 6, message: expect.stringContaining('sent out as plain Markdown') },
  ])
})

test('tells mistakes from other errors, whichever copy of the class they are of', () => {
  const problems = [
    { line: 3, message: 'b' },
    { line: 2, message: 'a' },
  ]
  const other = Object.assign(new Error('line 3: b'), { name: 'TextProblemsError', problems })
  expect(problemsIn(other)?.map(({ line }) => line)).toEqual([2, 3])
  expect(problemsIn(new Error('line 3: b'))).toBeUndefined()
})
