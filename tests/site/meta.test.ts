import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { htmlLang, localize } from '#lib/i18n/locales.ts'
import { dist, languagesOf, localizedPages, pages } from './dist.ts'

const origin = 'https://idleforge.example'
const read = (path: string) => readFileSync(join(dist, path), 'utf8')
const fileOf = (address: string) => join(dist, decodeURIComponent(new URL(address).pathname))

describe.each(localizedPages)('$path', ({ path, document }) => {
  const content = (selector: string) => document.querySelector(selector)?.getAttribute('content') ?? ''
  const property = (name: string) => content(`meta[property="${name}"]`)

  test('describes itself to engines and previews', () => {
    expect(property('og:url')).toBe(origin + path)
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(origin + path)
    expect(document.title).toContain(property('og:title'))
    expect(property('og:type')).toBe('website')
    expect(property('og:locale')).toBe(path.startsWith('/zh/') ? 'zh_CN' : 'en_US')
    expect(content('meta[name=description]')).toBe(property('og:description'))
    expect(content('meta[name=description]').length).toBeGreaterThan(path.startsWith('/zh/') ? 8 : 20)
    expect(content('meta[name=description]').length).toBeLessThanOrEqual(200)
  })

  test('has a picture of its own, 1200 by 630', async () => {
    expect(existsSync(fileOf(property('og:image')))).toBe(true)
    expect(await sharp(fileOf(property('og:image'))).metadata()).toMatchObject({
      width: 1200,
      height: 630,
      format: 'png',
    })
  })

  // The home page has no byte left for what the protocol does not require.
  test('describes its picture and its other language to previews', () => {
    const properties = ['image:alt', 'image:width', 'image:height', 'locale:alternate'].map((name) =>
      property(`og:${name}`),
    )
    const isHome = ['/', '/zh/'].includes(path)
    const other = path.startsWith('/zh/') ? 'en_US' : 'zh_CN'
    expect(properties).toEqual(isHome ? ['', '', '', ''] : [property('og:title'), '1200', '630', other])
  })

  test('names both languages, and each of them names it back', () => {
    const plain = path.replace(/^\/zh\//, '/')
    const named = Object.fromEntries(
      [...document.querySelectorAll('link[rel=alternate][hreflang]')].map((link) => [
        link.getAttribute('hreflang'),
        link.getAttribute('href'),
      ]),
    )
    const expected = languagesOf(path).map((locale) => [htmlLang[locale], origin + localize(plain, locale)])
    expect(named).toEqual({ ...Object.fromEntries(expected), 'x-default': expected[0]?.[1] })
    for (const [, address] of expected) expect(existsSync(`${fileOf(`${address}`)}index.html`)).toBe(true)
  })

  test('has valid structured data', () => {
    const scripts = [...document.querySelectorAll('script[type="application/ld+json"]')]
    expect(scripts.length).toBeLessThan(10)
    for (const script of scripts) {
      const data = JSON.parse(script.textContent ?? '') as Record<string, unknown>
      expect(data['@context']).toBe('https://schema.org')
      expect(JSON.stringify(data)).not.toMatch(/undefined|\{\{|<\w/)
    }
  })
})

const dataIn = (file: string) =>
  [
    ...(pages.find((page) => page.file === file)?.document.querySelectorAll('script[type="application/ld+json"]') ??
      []),
  ].map((script) => JSON.parse(script.textContent ?? '{}') as Record<string, unknown>)
const typesIn = (file: string) => dataIn(file).map((data) => data['@type'])

test.each([
  ['docs/security/index.html', 'BreadcrumbList'],
  ['zh/docs/security/index.html', 'BreadcrumbList'],
  ['faq/withdrawals/index.html', 'FAQPage'],
  ['docs/security/index.html', 'Article'],
  ['zh/guide/first-week/index.html', 'Article'],
  ['index.html', 'Organization'],
  ['index.html', 'SoftwareApplication'],
  ['zh/index.html', 'SoftwareApplication'],
])('%s describes itself as %s', (file, type) => {
  expect(typesIn(file)).toContain(type)
})

test.each([
  ['docs/security/index.html', ['Idleforge', 'Docs', 'Security']],
  ['zh/guide/first-week/index.html', ['Idleforge', '产品指南', '第一周']],
])('the trail of %s ends at the page itself', (file, names) => {
  const trail = dataIn(file).find((data) => data['@type'] === 'BreadcrumbList')?.itemListElement
  expect((trail as { name: string }[]).map(({ name }) => name)).toEqual(names)
})

test('no two pages of a language have one title or one description', () => {
  for (const isChinese of [false, true]) {
    const own = localizedPages.filter(({ path }) => path.startsWith('/zh/') === isChinese)
    const titles = own.map(({ document }) => document.title)
    expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
  }
})

test('the sitemap names every public page with its other language', () => {
  const map = read('sitemap-0.xml')
  const missing = localizedPages.filter(({ path }) => !map.includes(`<loc>${origin}${path}</loc>`))
  expect(missing.map(({ path }) => path)).toEqual([])
  expect(map).toContain(`hreflang="zh-CN" href="${origin}/zh/"`)
  const entries = map.split('<url>').slice(1)
  for (const entry of entries) {
    const [, fallback = ''] = /hreflang="x-default" href="([^"]*)"/.exec(entry) ?? []
    const { pathname } = new URL(fallback)
    expect(languagesOf(pathname)[0]).toBe(pathname.startsWith('/zh/') ? 'zh' : 'en')
  }
  expect(read('robots.txt')).toContain(`Sitemap: ${origin}/sitemap-index.xml`)
})

test('the manifest and the icons exist', async () => {
  const { icons, start_url } = JSON.parse(read('manifest.webmanifest')) as {
    icons: { src: string; sizes: string }[]
    start_url: string
  }
  expect(existsSync(join(dist, start_url, 'index.html'))).toBe(true)
  for (const { src, sizes } of icons.filter(({ sizes }) => sizes !== 'any')) {
    const { width, height } = await sharp(join(dist, src)).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  expect((await sharp(join(dist, 'apple-touch-icon.png')).metadata()).width).toBe(180)
  expect(readFileSync(join(dist, 'favicon.ico')).subarray(0, 4)).toEqual(Buffer.from([0, 0, 1, 0]))
})

test('security.txt is in force and names the place to write to', () => {
  const text = read('.well-known/security.txt')
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000)
  expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m)
  expect(text).toContain(`Canonical: ${origin}/.well-known/security.txt`)
})
