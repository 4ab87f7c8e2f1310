import { expect, test } from 'vitest'
import { html } from '#service/programs/admin/html.ts'
import { shownAs } from '#world/admin.ts'
import { payloads } from '#world/payloads.ts'

test('G3 two hundred payloads stand as the text that they are, in text and in attributes', () => {
  expect(payloads).toHaveLength(200)
  for (const payload of payloads) {
    const page = String(html`<p title="${payload}">${payload}</p>`)
    expect(page).toBe(`<p title="${shownAs(payload)}">${shownAs(payload)}</p>`)
    expect(page.match(/[<>]/g)).toHaveLength(4)
    expect(page.match(/["']/g)).toHaveLength(2)
  }
})

test('puts markup into markup, lists in a row, and leaves out what is not there', () => {
  const rows = ['a', 'b & c'].map((text) => html`<li>${text}</li>`)
  expect(String(html`<ul>${rows}</ul>${false}${null}${undefined}${0}`)).toBe('<ul><li>a</li><li>b &amp; c</li></ul>0')
})

test('takes an object that only looks like markup for text', () => {
  const fake = { toString: () => '<script>alert(1)</script>' } as never
  expect(String(html`${fake}`)).toBe('&lt;script&gt;alert(1)&lt;/script&gt;')
})
