// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { Markdown } from '#ui/markdown.tsx'
import { payloads } from '#world/payloads.ts'
import { render } from './render.ts'

const allowed = new Set([
  'DIV',
  'P',
  'A',
  'CODE',
  'PRE',
  'STRONG',
  'EM',
  'BR',
  'UL',
  'OL',
  'LI',
  'H3',
  'BLOCKQUOTE',
  'HR',
])

test('C3 T22 no payload makes an element or an attribute of its own', async () => {
  for (const payload of payloads) {
    const { host } = await render(<Markdown text={payload} />)
    for (const element of host.querySelectorAll('*')) {
      expect([payload, allowed.has(element.tagName)]).toEqual([payload, true])
      for (const { name, value } of element.attributes) {
        expect([payload, ['class', 'href', 'target', 'rel', 'start'].includes(name)]).toEqual([payload, true])
        if (name === 'href') expect([payload, value.startsWith('https://')]).toEqual([payload, true])
      }
    }
  }
})

test("renders an operator's text as intended", async () => {
  const { host } = await render(<Markdown text={'# Upgrade\n\n- **one**\n- [two](https://example.test/)'} />)
  expect(host.querySelector('h3')?.textContent).toBe('Upgrade')
  expect(host.querySelector('li strong')?.textContent).toBe('one')
  const link = host.querySelector('a')
  expect([link?.href, link?.rel, link?.target]).toEqual(['https://example.test/', 'noopener noreferrer', '_blank'])
})
