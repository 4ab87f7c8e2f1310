import { describe, expect, test } from 'vitest'
import { withOwnScript } from '../../scripts/islands.mjs'
import { pages } from './dist.ts'

const start = '<script>window.dispatchEvent(new Event("astro:load"))</script>'
const runtime = '<script>customElements.define("astro-island",f)</script>'
const rule = '<style>astro-island,astro-slot,astro-static-slot{display:contents}</style>'
const island = (props: object, more = 'component-export="A" client="load"') =>
  `<astro-island props="${JSON.stringify(props).replaceAll('"', '&quot;')}" ${more}></astro-island>`
const pageOf = (content: string, scripts = start + runtime) => `<style>p{top:0}</style>${rule}${scripts}${content}`

describe('the script that starts the islands', () => {
  test('takes the place of the framework’s, and its rule joins the style sheet', () => {
    const page = withOwnScript(pageOf(island({ a: [0, { b: [1, [[0, 'c']]] }] })))
    expect(page).toContain('<style>p{top:0}astro-island{display:contents}</style><script type="module">')
    expect(page.match(/<(?:script|style)/g)).toHaveLength(2)
  })

  test.each([
    ['a value of another kind', island({ a: [3, '2026-01-01'] })],
    ['a value of another kind inside', island({ a: [0, { b: [1, [[7, 'https://a.example']]] }] })],
    ['a slot', `${island({})}<astro-slot></astro-slot>`],
    ['another way to start', island({}, 'component-export="A" client="visible"')],
    ['a part of an export', island({}, 'component-export="A.B" client="load"')],
  ])('is refused for %s', (_what, content) => {
    expect(() => withOwnScript(pageOf(content))).toThrow(/can't start/)
  })

  test('is refused where the framework has another script', () => {
    expect(() => withOwnScript(pageOf(island({}), start))).toThrow(/another way/)
  })

  test('leaves a page without islands alone', () => {
    expect(withOwnScript('<p>x</p>')).toBe('<p>x</p>')
  })
})

test.each(pages.filter(({ html }) => html.includes('<astro-island')))(
  '$path has no script of the framework',
  ({ html }) => {
    expect(html).not.toMatch(/customElements\.define|self\.Astro/)
    expect(html.match(/<script type="module">/g)).toHaveLength(1)
  },
)
