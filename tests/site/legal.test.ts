import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { htmlLang, locales, localize } from '#lib/i18n/locales.ts'
import { dist, pages, unlistedPages } from './dist.ts'

const content = join(import.meta.dirname, '../../src/content/legal')
const byPath = new Map(pages.map((page) => [page.path, page]))
const hrefOf = (element: Element | null | undefined) => element?.getAttribute('href') ?? ''

const texts = locales.flatMap((locale) =>
  (['terms', 'privacy'] as const).map((legal) => ({
    locale,
    legal,
    place: localize(`/${legal}`, locale),
    earlier: globSync('*.md', { cwd: join(content, locale, legal) })
      .map((file) => file.slice(0, -'.md'.length))
      .sort()
      .reverse(),
    current: /^updated: (.*)$/m.exec(readFileSync(join(content, locale, `${legal}.md`), 'utf8'))?.[1] ?? '',
  })),
)

describe.each(texts)('$place', ({ locale, legal, place, earlier, current }) => {
  const pageOf = (version: string) => byPath.get(`${place}${version}/`)

  test('lists its earlier versions, the latest first', () => {
    expect(earlier.length).toBeGreaterThan(1)
    const links = [...(byPath.get(place)?.document.querySelectorAll('article details a') ?? [])]
    expect(links.map((link) => link.getAttribute('href'))).toEqual(earlier.map((day) => `${place}${day}/`))
  })

  test('keeps each version readable at its own address, for readers and not for engines', () => {
    const map = readFileSync(join(dist, 'sitemap-0.xml'), 'utf8')
    for (const day of [...earlier, current]) {
      const page = pageOf(day)
      expect(page?.document.documentElement.lang, day).toBe(htmlLang[locale])
      expect(page?.document.querySelectorAll('h1').length, day).toBe(1)
      expect(hrefOf(page?.document.querySelector('link[rel=canonical]'))).toBe(`https://idleforge.example${place}`)
      expect(page?.document.querySelectorAll('link[hreflang]').length, day).toBe(0)
      expect(map).not.toContain(`/${legal}/${day}/`)
    }
    expect(unlistedPages.filter(({ path }) => path.startsWith(place)).length).toBe(earlier.length + 1)
  })

  test('says of an earlier version from when until when it applied, and leads to the one in force', () => {
    for (const [index, day] of earlier.entries()) {
      const note = pageOf(day)?.document.querySelector('article h1 + p')
      expect(note?.textContent).toContain(day)
      expect(note?.textContent).toContain(earlier[index - 1] ?? current)
      expect(hrefOf(note?.querySelector('a'))).toBe(place)
    }
    expect(pageOf(current)?.document.querySelector('article h1 + p')?.textContent).toContain(current)
    expect(pageOf(current)?.document.querySelector('article h1 + p a')).toBeNull()
  })

  test('says of each version what it changed, but of the first one', () => {
    const summaryOf = (name: string) =>
      /^summary: (.*)$/m.exec(readFileSync(join(content, locale, `${name}.md`), 'utf8'))?.[1] ?? ''
    for (const day of earlier.slice(0, -1))
      expect(pageOf(day)?.document.querySelector('article')?.textContent).toContain(summaryOf(`${legal}/${day}`))
    expect(byPath.get(place)?.document.querySelector('article')?.textContent).toContain(summaryOf(legal))
    for (const name of [legal, ...earlier.slice(0, -1).map((day) => `${legal}/${day}`)])
      expect(summaryOf(name).length, name).toBeGreaterThan(10)
  })

  test('an earlier version has the words of its file', () => {
    for (const day of earlier) {
      const [, first = ''] = /\n## (.*)\n/.exec(readFileSync(join(content, locale, legal, `${day}.md`), 'utf8')) ?? []
      expect(pageOf(day)?.document.querySelector('article h2')?.textContent).toBe(first)
    }
  })
})
