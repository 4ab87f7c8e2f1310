import { expect, test } from 'vitest'
import { partRules } from '../../../scripts/content/rules/parts.ts'
import { render } from './markdown/render.ts'
import { copiedSite } from './planted.ts'

/** The check's message about a text whose parts the renderer refuses. */
async function messagesOf(source: string): Promise<string[]> {
  const [text] = copiedSite.texts
  if (!text) throw new Error('there are no copied texts')
  const message = await render(source).then(
    () => '',
    (error: Error) => error.message.replace(/^line \d+: /, ''),
  )
  const site = { ...copiedSite, partMistakes: new Map([[text.file, [{ line: 1, message }]]]) }
  return [...(partRules.checkText?.(text, site) ?? [])].map(({ problem, remedy }) => `${problem} | ${remedy}`)
}

test.each([
  [':::tip\nx', ':::tip is not closed. | Write ::: below it. What holds another one takes a colon more: ::::tip.'],
  [':::note Mind\nx\n:::', ':::note has its title without brackets. | Write :::note[Mind].'],
  [
    '::: note\nx\n:::',
    '::: is left in the text. | Write :::note without spaces in a line of its own; what holds another one takes a colon more.',
  ],
])('splits the message about %j into problem and remedy', async (source, message) => {
  expect(await messagesOf(source)).toEqual([message])
})
