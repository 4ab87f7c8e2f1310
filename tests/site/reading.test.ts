import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Locale, locales, localize } from '#lib/i18n/locales.ts'
import { createSearch } from '#lib/search/search.ts'
import type { SearchIndex } from '#lib/search/search-index.ts'
import { readTextFiles } from '../../src/content/text-files.ts'
import { dist, filesMatching, pages } from './dist.ts'

const byPath = new Map(pages.map((page) => [page.path, page]))
const published = readTextFiles(join(import.meta.dirname, '../..')).filter(({ isDraft }) => !isDraft)
const textsOf = (folder: string) => [
  ...new Set(published.filter((text) => text.folder === folder).map(({ slug }) => slug)),
]
const indexOf = (locale: Locale) => JSON.parse(readFileSync(join(dist, `search-${locale}.json`), 'utf8')) as SearchIndex

describe.each(locales)('in %s', (locale) => {
  test.each(['docs', 'guide'])('every text of %s has a page, linked from its index', (part) => {
    const slugs = textsOf(part)
    expect(slugs.length).toBeGreaterThan(3)
    const index = byPath.get(localize(`/${part}`, locale))
    for (const slug of slugs) {
      const path = localize(`/${part}/${slug}`, locale)
      expect(byPath.has(path), path).toBe(true)
      expect(index?.document.querySelector(`main a[href="${path}"]`), path).not.toBeNull()
    }
  })

  test('every question has an anchor on the page of its topic', () => {
    for (const question of textsOf('faq')) {
      const [topic, slug = ''] = question.split('/')
      const page = byPath.get(localize(`/faq/${topic}`, locale))
      expect(page?.document.getElementById(slug)?.tagName, question).toBe('H2')
    }
  })

  test('no page shows a placeholder', () => {
    const open = pages.filter(({ document }) => document.querySelector('main')?.textContent?.includes('{{'))
    expect(open.map(({ path }) => path)).toEqual([])
  })

  test('the search leads to existing pages and anchors, and contains every page', () => {
    const { pages: known, sections } = indexOf(locale)
    const missing = sections.filter(([page, anchor]) => {
      const target = byPath.get(known[page]?.[0] ?? '')
      return !target || (anchor !== '' && !target.document.getElementById(anchor))
    })
    expect(missing).toEqual([])
    const read = ['docs', 'guide'].flatMap((part) => textsOf(part).map((slug) => localize(`/${part}/${slug}`, locale)))
    expect(read.filter((path) => !known.some(([href]) => href === path))).toEqual([])
  })
})

test('without a repository, no page has anything of it', () => {
  const ofRepository = /class="(?:edit|vote)"|PUBLIC_REPOSITORY_URL|\/edit\/main\//
  expect(pages.filter(({ html }) => ofRepository.test(html)).map(({ path }) => path)).toEqual([])
  expect(pages.filter(({ html }) => html.includes('.edit')).map(({ path }) => path)).toEqual([])
})

test('without its setting, no file has anything of the editor', () => {
  const files = filesMatching('**/*').filter((file) => /\.(?:html|js|json|css|xml|txt)$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => /^editor\//.test(file))).toEqual([])
  expect(files.filter((file) => /sveltia|PUBLIC_EDITOR/i.test(readFileSync(join(dist, file), 'utf8')))).toEqual([])
})

test('both languages have the same anchors', () => {
  const anchors = (locale: Locale) => indexOf(locale).sections.map(([page, anchor]) => `${page}#${anchor}`)
  expect(anchors('zh')).toEqual(anchors('en'))
})

test.each([
  ['en', 'how long does a withdrawal take', '/docs/withdrawals/#how-long-it-takes'],
  ['en', 'binding failed', '/docs/troubleshooting/#the-binding-failed'],
  ['en', 'setlement', '/docs/earnings/#settlement'],
  ['zh', '提现多久到账', '/zh/faq/withdrawals/#duration'],
  ['zh', '绑定失败', '/zh/docs/troubleshooting/#the-binding-failed'],
  ['zh', '支付密码', '/zh/docs/payment-password/'],
] as const)('in %s, %j finds %s among the first three', (locale, query, href) => {
  const hits = createSearch(indexOf(locale))(query).slice(0, 3)
  expect(hits.map((hit) => hit.href).filter((found) => found.startsWith(href))).not.toEqual([])
})
