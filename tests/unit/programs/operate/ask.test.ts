import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createPrompt } from '#service/programs/operate/ask.ts'

test.each([
  ['y', 'y\r', true],
  ['Yes, with blanks', ' Yes \r', true],
  ['no', 'n\r', false],
  ['another word', 'yesterday\r', false],
  ['nothing', '\r', false],
  ['Ctrl-C', 'y\x03', false],
  ['Ctrl-D', '\x04', false],
])('an answer of %s', async (_, keys, expected) => {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined })
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 80 })
  const answer = createPrompt({ input, output })('Pay 1 ALEO?', 'at db.example')
  input.write(keys)
  expect(await answer).toBe(expected)
  const shown = String(output.read())
  expect(shown).toContain('Database at db.example\nPay 1 ALEO? [y/N] ')
  // The next output begins a line.
  expect(shown).toMatch(/\n$/)
})

test('a closed input is a no', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const answer = createPrompt({ input, output })('Pay 1 ALEO?', 'at db.example')
  input.end()
  expect(await answer).toBe(false)
})
