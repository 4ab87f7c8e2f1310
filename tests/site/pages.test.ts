import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { htmlLang, type Locale, locales, localize } from '#lib/i18n/locales.ts'
import { languagesOf, localizedPages, pages, unlistedPages } from './dist.ts'

const languageOf = (path: string): Locale => (path.startsWith('/zh/') ? 'zh' : 'en')
const inEnglish = (path: string) => path.replace(/^\/zh\//, '/')
const pathOf = (url: string | null | undefined) => new URL(url ?? '').pathname

test('has the same pages in English and Chinese', () => {
  const paths = (language: Locale) =>
    [...localizedPages, ...unlistedPages]
      .map(({ path }) => path)
      .filter((path) => languageOf(path) === language)
      .sort()
  expect(paths('en').length).toBeGreaterThan(0)
  expect(paths('zh').map(inEnglish).sort()).toEqual(paths('en'))
})

describe.each(localizedPages)('$path', ({ path, document }) => {
  test('declares its language, its address and its twins', () => {
    expect(document.documentElement.lang).toBe(htmlLang[languageOf(path)])
    expect(pathOf(document.querySelector('link[rel=canonical]')?.getAttribute('href'))).toBe(path)
    const twins = [...document.querySelectorAll('link[rel=alternate][hreflang]')].map((link) => [
      link.getAttribute('hreflang'),
      pathOf(link.getAttribute('href')),
    ])
    const expected = languagesOf(path).map((locale) => [htmlLang[locale], localize(inEnglish(path), locale)])
    expect(twins).toEqual([...expected, ['x-default', expected[0]?.[1]]])
  })

  test('has one h1, a description and no skipped heading level', () => {
    expect(document.querySelectorAll('h1')).toHaveLength(1)
    expect(document.querySelector('meta[name=description]')?.getAttribute('content')?.length).toBeGreaterThan(20)
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1]))
    expect(levels.filter((level, index) => level - (levels[index - 1] ?? 0) > 1)).toEqual([])
  })
})

const isApp = ({ document }: { document: Document }) => document.getElementById('shell') !== null

test.each(pages.filter(isApp))('$path holds the shell in each language', ({ document }) => {
  const templates = [...document.querySelectorAll<HTMLTemplateElement>('#shell > template')]
  expect(templates.map(({ id }) => id)).toEqual(locales.map((locale) => `shell-${locale}`))
  for (const { content } of templates) expect(content.querySelectorAll('h1')).toHaveLength(1)
})

test.each(pages.filter((page) => !localizedPages.includes(page) && !unlistedPages.includes(page) && !isApp(page)))(
  '$path has an h1 for each language',
  ({ document }) => {
    const headings = [...document.querySelectorAll('h1')].map((heading) =>
      heading.closest('[lang]')?.getAttribute('lang'),
    )
    expect(headings).toEqual(Object.values(htmlLang))
  },
)

describe.each(pages)('$path', ({ html, document }) => {
  const policy = document.querySelector('meta[http-equiv="content-security-policy"]')?.getAttribute('content') ?? ''
  const directive = (name: string) => policy.split(';').find((part) => part.trim().startsWith(`${name} `)) ?? ''

  test('has a strict content security policy', () => {
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("base-uri 'none'")
    expect(policy).toContain("object-src 'none'")
    expect(policy).not.toMatch(/unsafe|\*/)
  })

  test('measures nothing by a letter of the font, which loads late', () => {
    expect(html.match(/[\d.]ch[;}]/g)).toBeNull()
  })

  test('runs and styles nothing that the policy would block', () => {
    const hashed = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const scripts = [...html.matchAll(/<script(?: type="module")?>([\s\S]*?)<\/script>/g)].map(([, text = '']) =>
      hashed(text),
    )
    const styles = [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => hashed(text))
    expect(scripts.length + styles.length).toBeGreaterThan(1)
    for (const hash of scripts) expect(directive('script-src')).toContain(hash)
    for (const hash of styles) expect(directive('style-src')).toContain(hash)
    // and allows nothing that the page does not have
    const rules = [...html.matchAll(/<script type="speculationrules">([\s\S]*?)<\/script>/g)].map(([, text = '']) =>
      hashed(text),
    )
    expect(policy.match(/'sha256-[^']+'/g)?.sort()).toEqual([...new Set([...scripts, ...styles, ...rules])].sort())
    expect(document.querySelectorAll('[style]')).toHaveLength(0)
    const handlers = [...document.querySelectorAll('*')].filter(({ attributes }) =>
      [...attributes].some(({ name }) => name.startsWith('on')),
    )
    expect(handlers).toEqual([])
  })

  test('lets the reader zoom', () => {
    expect(document.querySelector('meta[name=viewport]')?.getAttribute('content')).toBe('width=device-width')
  })
})
