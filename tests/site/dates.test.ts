import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Locale, locales, localize } from '#lib/i18n/locales.ts'
import { fieldOf, isEarlierVersion } from '#lib/text/content/text-file.ts'
import { readTextFiles } from '../../src/content/text-files.ts'
import { dist, isBuilt, pages } from './dist.ts'

const origin = 'https://idleforge.example'
const read = (path: string) => readFileSync(join(dist, path), 'utf8')
const byPath = new Map(pages.map((page) => [page.path, page]))

const published = readTextFiles(join(import.meta.dirname, '../..')).filter(({ isDraft }) => !isDraft)

/** The texts that have a date, with the addresses of their pages. */
const textsOf = (locale: Locale) =>
  published
    .filter((text) => text.locale === locale && !isEarlierVersion(text))
    .flatMap((text) => {
      const day = fieldOf(text, 'updated')
      return day === undefined ? [] : [{ folder: text.folder, address: localize(text.address, locale), day }]
    })

const entries = [...read('sitemap-0.xml').matchAll(/<url>(.*?)<\/url>/gs)].map(([, entry = '']) => ({
  path: new URL(/<loc>(.*?)<\/loc>/.exec(entry)?.[1] ?? '').pathname,
  day: /<lastmod>(\d{4}-\d\d-\d\d)T00:00:00.000Z<\/lastmod>/.exec(entry)?.[1],
}))

describe.each(locales)('in %s', (locale) => {
  const texts = textsOf(locale)
  const ofPages = texts.filter(({ address }) => !address.includes('#'))

  test('the sitemap has the date of every text, and of no page without one', () => {
    expect(ofPages.length).toBeGreaterThan(20)
    const dated = entries.filter(({ path, day }) => day && path.startsWith('/zh/') === (locale === 'zh'))
    const expected = ofPages.map(({ address, day }) => [address, day])
    // The help page has the date of its part.
    const others = texts
      .filter(({ address }) => address.includes('#'))
      .map(({ address, day }) => [address.replace(/#.*/, ''), day])
    expect(dated.map(({ path, day }) => [path, day]).sort()).toEqual([...expected, ...others].sort())
  })

  test('search engines read the same date as the reader', () => {
    for (const { address, day } of ofPages.filter(({ folder }) => folder === 'docs' || folder === 'guide')) {
      const page = byPath.get(address)
      const article = [...(page?.document.querySelectorAll('script[type="application/ld+json"]') ?? [])]
        .map((script) => JSON.parse(script.textContent ?? '{}') as Record<string, unknown>)
        .find((data) => data['@type'] === 'Article')
      expect(article, address).toMatchObject({ dateModified: day, inLanguage: locale === 'zh' ? 'zh-CN' : 'en' })
      expect(page?.document.querySelector('header p.text-faint')?.textContent, address).toContain(day)
    }
  })

  test('the feed lists the latest texts with pages that exist, and readable pages name it', () => {
    const path = localize('/feed.xml', locale)
    const feed = read(path)
    const listed = [...feed.matchAll(/<entry>(.*?)<\/entry>/gs)].map(([, entry = '']) => ({
      path: new URL(/<link href="(.*?)"/.exec(entry)?.[1] ?? '').href.replace(origin, ''),
      day: /<updated>(.*?)T/.exec(entry)?.[1] ?? '',
    }))
    expect(listed.filter((entry) => !isBuilt(new URL(entry.path, origin).pathname))).toEqual([])
    const newest = texts.map(({ address, day }) => ({ path: address, day })).sort((a, b) => (a.day < b.day ? 1 : -1))
    expect(listed.map(({ day }) => day)).toEqual(newest.slice(0, 30).map(({ day }) => day))
    const all = newest.map((one) => JSON.stringify(one))
    expect(listed.filter((one) => !all.includes(JSON.stringify(one)))).toEqual([])
    for (const address of ['/docs/wallets', '/guide', '/faq/wallets', '/terms'])
      expect(
        byPath
          .get(localize(address, locale))
          ?.document.querySelector('link[type="application/atom+xml"]')
          ?.getAttribute('href'),
      ).toBe(path)
  })
})
