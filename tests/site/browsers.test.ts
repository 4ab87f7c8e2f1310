import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformWithOxc } from 'vite'
import { describe, expect, test } from 'vitest'
import { htmlLang, locales } from '#lib/i18n/locales.ts'
import { oldest, targets } from '../../scripts/lib/browsers.mjs'
import { bcd, missingFeatures } from '../../scripts/lib/compat.mjs'
import { dist, filesMatching, localizedPages, pages, unlistedPages } from './dist.ts'

type Compat = Parameters<typeof missingFeatures>[0]

/** Enhancements that pages work without: no text or control depends on them. */
const enhancements = new Set([
  // Movement, and the moment at which something is laid out.
  ...['@starting-style', '@view-transition', 'sibling-index()', 'content-visibility', 'contain-intrinsic-size'],
  // Line breaking, scroll bars, and field lists.
  ...['text-wrap', 'scrollbar-gutter', 'scrollbar-width', ':open', ':picker', ':picker-icon', ':selection'],
  // Behind @supports, with an alternative.
  ...['position-area', ':details-content', ':popover-open', '<button popovertarget>', '<nav popover>', '<div popover>'],
  // Forced colours and a phone's tap do not apply to Safari; the others are beside their prefixed names.
  ...[
    'forced-color-adjust',
    '-webkit-tap-highlight-color',
    ':-webkit-inner-spin-button',
    ':-webkit-search-cancel-button',
  ],
  ...['backdrop-filter', 'print-color-adjust', 'user-select'],
  // For on-screen keyboards, which desktops do not have.
  '<input autocapitalize>',
])

const sheets = [
  ...new Set(
    pages.flatMap(({ html }) => [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/g)]).map(([, css = '']) => css),
  ),
]
/** Without texts, escapes and classes, whose names may hold any word. */
const css = sheets
  .join('\n')
  .replace(/"[^"]*"|'[^']*'/g, '""')
  .replace(/\\./g, '_')
  .replace(/\.[\w-]+/g, '.c')

/** Functions and keywords of values are at various depths. */
const values = new Map<string, Compat>()
function collect(node: object): void {
  for (const [name, inner] of Object.entries(node)) {
    if (name === '__compat' || typeof inner !== 'object' || inner === null) continue
    if ('__compat' in inner && !values.has(name)) values.set(name, inner.__compat as Compat)
    collect(inner)
  }
}
collect(bcd.css.types ?? {})

const used = (pattern: RegExp) => [...new Set([...css.matchAll(pattern)].map(([, name = '']) => name))].sort()
const compatIn = (group: string) => (name: string) => bcd.css[group]?.[name]?.__compat

/** Features newer than the oldest browsers, by the name in the list above. */
const newer = (
  names: readonly string[],
  compat: (name: string) => Compat | undefined,
  shown: (name: string) => string,
) =>
  names.flatMap((name) => {
    const found = compat(name)
    const missing = found ? missingFeatures(found) : []
    return missing.length > 0 && !enhancements.has(shown(name)) ? [`${shown(name)}: ${missing.join(', ')}`] : []
  })

describe('the oldest supported browsers', () => {
  test.each([
    ['rules', used(/@([a-z-]+)/g), compatIn('at-rules'), (name: string) => `@${name}`, 8],
    ['properties', used(/[{;]([a-z-]+):/g), compatIn('properties'), (name: string) => name, 120],
    [
      'selectors',
      used(/[\w\])*>+~,{};.:]::?([a-z-]+)(?=[^;{}]*\{)/g),
      compatIn('selectors'),
      (name: string) => `:${name}`,
      20,
    ],
    ['functions', used(/[:,( ]([a-z-]+)\(/g), (name: string) => values.get(name), (name: string) => `${name}()`, 10],
  ] as const)('know the %s of every style sheet', (_what, names, compat, shown, min) => {
    expect(names.filter((name) => compat(name)).length).toBeGreaterThan(min)
    expect(newer(names, compat, shown)).toEqual([])
  })

  test('know every attribute of every page', () => {
    const attributes = new Map<string, Compat | undefined>()
    for (const { document } of pages)
      for (const element of document.querySelectorAll('*'))
        for (const { name } of element.attributes) {
          const tag = element.tagName.toLowerCase()
          const { elements, global_attributes: everywhere } = bcd.html
          attributes.set(`<${tag} ${name}>`, (elements?.[tag]?.[name] ?? everywhere?.[name])?.__compat)
        }
    expect(attributes.size).toBeGreaterThan(60)
    expect(
      newer(
        [...attributes.keys()],
        (name) => attributes.get(name),
        (name) => name,
      ),
    ).toEqual([])
  })

  const files = filesMatching('**/*.js').map((file) => ({ file, code: readFileSync(join(dist, file), 'utf8') }))
  const inline = pages.flatMap(({ file, html }) =>
    [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code = '']) => ({ file, code })),
  )
  test('read the syntax of every script', async () => {
    expect(files.length).toBeGreaterThan(80)
    expect(inline.length).toBeGreaterThan(60)
    const written = async (code: string, target: string | string[]) =>
      (await transformWithOxc(code, 'script.js', { target, sourcemap: false })).code
    const known = new Set<string>()
    for (const { file, code } of [...files, ...inline]) {
      if (known.has(code)) continue
      known.add(code)
      // Syntax that they could not parse would be rewritten for them.
      expect(await written(code, targets), file).toBe(await written(code, 'esnext'))
    }
  })

  test('are the first with the features that the styles require', () => {
    const mixed = (browser: 'chrome' | 'edge') => [values.get('color-mix')?.support[browser]].flat()[0]?.version_added
    const registered = (browser: 'firefox' | 'safari' | 'safari_ios') =>
      [bcd.css['at-rules']?.property?.__compat?.support[browser]].flat()[0]?.version_added
    expect([
      mixed('chrome'),
      mixed('edge'),
      registered('firefox'),
      registered('safari'),
      registered('safari_ios'),
    ]).toEqual([oldest.chrome, oldest.edge, oldest.firefox, oldest.safari, oldest.ios].map(String))
  })
})

describe('an older browser', () => {
  const text = { en: 'This browser is too old for Idleforge.', 'zh-CN': '您的浏览器版本过旧' }

  test.each(pages)('gets a notice on $path, in its languages, without a script', ({ path, html, document }) => {
    const notices = [...document.querySelectorAll<HTMLElement>('body > .too-old')]
    const isLocalized = [...localizedPages, ...unlistedPages].some((page) => page.path === path)
    const languages = isLocalized ? [document.documentElement.lang] : locales.map((locale) => htmlLang[locale])
    expect(notices.map(({ lang }) => lang)).toEqual(languages)
    for (const { lang, textContent } of notices) {
      expect(textContent).toContain(text[lang as keyof typeof text])
      for (const version of [oldest.chrome, oldest.firefox, oldest.safari])
        expect(textContent).toContain(String(version))
    }
    // Hidden by one rule outside the layers, for browsers that support its whole condition.
    const [, condition = ''] = /@supports ([^{]*)\{\.too-old\{display:none\}\}/.exec(html) ?? []
    expect(condition).toContain('color-mix(')
    expect(condition).toContain('margin-trim')
    expect(condition).toContain('rgb(from red')
  })

  test('is named in the README', () => {
    const readme = readFileSync(join(dist, '../README.md'), 'utf8')
    expect(readme).toContain(`Safari ${oldest.safari}, Chrome and Edge ${oldest.chrome}, Firefox ${oldest.firefox}`)
    expect([oldest.edge, oldest.ios]).toEqual([oldest.chrome, oldest.safari])
  })
})
