import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { locales } from '#lib/i18n/locales.ts'
import type { SearchIndex } from '#lib/search/search-index.ts'
import { dist, pages } from './dist.ts'

const withPart = (selector: string) => pages.filter(({ document }) => document.querySelector(selector))
const pathsWith = (selector: string) => withPart(selector).map(({ path }) => path)
const MAX_BYTES = 200 * 1024

test('texts of both languages have pictures, notes, tabs and code', () => {
  for (const part of ['.picture', '.aside', '.tabs', '.copyable'])
    expect(pathsWith(part)).toEqual(expect.arrayContaining(['/docs/getting-started/', '/zh/docs/getting-started/']))
})

const pictures = withPart('.picture').flatMap(({ path, document }) =>
  [...document.querySelectorAll('.picture picture')].map((picture, index) => ({ path, index, picture })),
)

test.each(pictures)('picture $index of $path keeps its room, is light and is read by old browsers', ({ picture }) => {
  const image = picture.querySelector('img')
  const source = picture.querySelector('source')
  const value = (name: string) => image?.getAttribute(name)
  expect(Number(value('width'))).toBeGreaterThan(0)
  expect(Number(value('height'))).toBeGreaterThan(0)
  expect([value('loading'), value('decoding')]).toEqual(['lazy', 'async'])
  expect(value('alt')?.length).toBeGreaterThan(10)
  expect(value('src')).toMatch(/^\/_astro\/.*\.(?:png|jpg)$/)
  expect(source?.getAttribute('type')).toBe('image/webp')
  const offered = (source?.getAttribute('srcset') ?? '').split(', ').map((one) => one.split(' '))
  expect(offered.map(([, width]) => width)).toEqual(['400w', '528w', '800w', '1056w'])
  for (const file of [...offered.map(([file = '']) => file), value('src') ?? ''])
    expect(statSync(join(dist, file)).size).toBeLessThanOrEqual(MAX_BYTES)
})

test('a picture with a variant for the night offers both, in the same room', () => {
  const variants = pictures.filter(({ picture }) => picture.hasAttribute('class'))
  expect(variants.length).toBeGreaterThan(0)
  const roomOf = (element: Element | null) =>
    ['alt', 'width', 'height'].map((name) => element?.querySelector('img')?.getAttribute(name))
  for (const { picture } of variants.filter((one) => one.picture.className === 'by-day')) {
    expect(picture.nextElementSibling?.className).toBe('by-night')
    expect(roomOf(picture)).toEqual(roomOf(picture.nextElementSibling))
  }
})

test('no page tells where a text was written', () => {
  expect(pages.filter(({ html }) => / data-(?:at|line|picture)=/.test(html)).map(({ path }) => path)).toEqual([])
})

test.each(withPart('.tabs'))('the tabs of $path are groups of radio buttons with labels', ({ document }) => {
  for (const tabs of document.querySelectorAll('.tabs')) {
    const radios = [...tabs.querySelectorAll(':scope > input')]
    expect(radios.filter((radio) => radio.hasAttribute('checked'))).toEqual([radios[0]])
    expect(new Set(radios.map((radio) => radio.getAttribute('name'))).size).toBe(1)
    for (const radio of radios) {
      expect(document.querySelectorAll(`[id="${radio.id}"]`)).toHaveLength(1)
      expect(radio.nextElementSibling?.querySelector('label')?.getAttribute('for')).toBe(radio.id)
      expect(radio.nextElementSibling?.id).toMatch(/^[a-z]/)
    }
  }
})

const raw = /:::|\{\{/

test('neither pages, search nor data for search engines show the marks of a part', () => {
  expect(pages.filter(({ document }) => raw.test(document.querySelector('main')?.textContent ?? ''))).toEqual([])
  const data = [...pages].flatMap(({ document }) => [...document.querySelectorAll('[type="application/ld+json"]')])
  expect(data.length).toBeGreaterThan(0)
  expect(data.filter(({ textContent }) => raw.test(textContent ?? ''))).toEqual([])
  for (const locale of locales) {
    const index = JSON.parse(readFileSync(join(dist, `search-${locale}.json`), 'utf8')) as SearchIndex
    const [, , , text = ''] = index.sections.find(([, anchor]) => anchor === 'put-the-miner-on-your-pc') ?? []
    expect(text).toContain('macOS')
    expect(text).not.toMatch(/Copy|复制/)
    expect(index.sections.filter(([, , , text]) => raw.test(text))).toEqual([])
  }
})

test('a page without a part has none of its styles', () => {
  const styles = { '.picture': '.by-night', '.aside': '.aside-title', '.tabs': '.tabs>', '.copyable': '.copyable' }
  for (const [part, rule] of Object.entries(styles)) {
    const ruled = pages.filter(
      ({ html }) => html.includes(`${rule}{`) || html.includes(`${rule} {`) || html.includes(`${rule}input`),
    )
    expect(ruled.map(({ path }) => path)).toEqual(pathsWith(part))
  }
})
