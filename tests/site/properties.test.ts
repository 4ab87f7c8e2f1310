import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { withoutUnused } from '../../scripts/properties.mjs'
import { dist, filesMatching, pages } from './dist.ts'

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`
const pageOf = (css: string, body = '') => `<meta content="style-src '${hashOf(css)}'"><style>${css}</style>${body}`

describe('custom properties that nothing uses', () => {
  const cases: readonly [what: string, css: string, less: string, body?: string, scripts?: string[]][] = [
    ['go', ':root{--a:1;--b:2}p{top:var(--a)}', ':root{--a:1;}p{top:var(--a)}'],
    ['go with what only they named', ':root{--a:var(--b);--b:2;--c:3}p{top:var(--c)}', ':root{--c:3}p{top:var(--c)}'],
    ['stay where an attribute names them', ':root{--a:1;--b:2}', ':root{--a:1;}', '<path fill="var(--a)">'],
    ['stay where a script names them', ':root{--a:1;--b:2}', ':root{--a:1;}', '', ['--a']],
    ['stay where a script puts their name together', ':root{--a-0:1;--b:2}', ':root{--a-0:1;}', '', ['--a-']],
    ['go with their registration', '@property --a{syntax:"*"}p{--a:1;top:0}', 'p{top:0}'],
    [
      'stay with their registration where they are read',
      '@property --a{syntax:"*"}p{--a:1;top:var(--a)}',
      '@property --a{syntax:"*"}p{--a:1;top:var(--a)}',
    ],
    [
      'are told from names that begin alike',
      ':root{--a:1;--a-b:2}p{top:var(--a-b)}',
      ':root{--a-b:2}p{top:var(--a-b)}',
    ],
    [
      'take their brackets along',
      ':root{--a:0 1px rgb(1 2 3/.5),var(--b);--c:1}p{top:var(--c)}',
      ':root{--c:1}p{top:var(--c)}',
    ],
  ]

  test.each(cases)('%s', (_what, css, less, body = '', scripts = []) => {
    expect(withoutUnused(pageOf(css, body), scripts)).toBe(pageOf(less, body))
  })
})

const inScripts = filesMatching('**/*.js')
  .flatMap((file) => [...readFileSync(join(dist, file), 'utf8').matchAll(/--[\w-]+/g)])
  .map(([name]) => name)

/** daisyUI's grain: without its picture a button has none, and the schemes want none. */
const leftOut = '--fx-noise'

describe.each(pages)('$path', ({ html }) => {
  test('declares every custom property that its styles use', () => {
    const declared = new Set([...html.matchAll(/(?:@property )?(--[\w-]+)\s*[:{]/g)].map(([, name]) => name))
    const used = [...html.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => name)
    const known = (name: string) => declared.has(name) || inScripts.includes(name) || name === leftOut
    expect(used.filter((name) => !known(name))).toEqual([])
  })

  // Each such rule makes the browser work out one more style for every element, though no page has such a box.
  test('styles no box beside every element', () => {
    const always = html.replace(/@layer properties\{.*?\}\}\}|@media \(prefers-reduced-motion:reduce\)\{\*.*?\}\}/g, '')
    expect(always.match(/[{},](?:\*,)?::?(?:before|after|backdrop|selection)[,{]/g)).toBeNull()
  })
})
