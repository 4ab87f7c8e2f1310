import { join } from 'node:path'
import { expect, test } from 'vitest'
import { localize } from '#lib/i18n/locales.ts'
import { readSite } from '../../scripts/content/read-site.ts'
import { pageOf } from '../../scripts/content/site.ts'
import { isBuilt, pages } from './dist.ts'

const site = await readSite(join(import.meta.dirname, '../..'))
const byPath = new Map(pages.map((page) => [page.path, page.document]))

test('a check of the texts expects the anchors that the build gives to headings, in both languages', () => {
  const headings = site.texts
    .filter(({ folder }) => folder === 'docs' || folder === 'guide' || folder === 'legal')
    .map((text) => ({ path: localize(pageOf(text), text.locale), anchors: text.headings.map(({ anchor }) => anchor) }))
  expect(headings.length).toBeGreaterThan(30)
  const other = headings.filter(({ path, anchors }) => {
    const ids = new Set([...(byPath.get(path)?.querySelectorAll('h2, h3, h4') ?? [])].map(({ id }) => id))
    return anchors.some((anchor) => !ids.has(anchor))
  })
  expect(other).toEqual([])
})

test('a check of the texts knows the addresses that the build makes', () => {
  expect(site.addresses.filter((address) => !isBuilt(address))).toEqual([])
})
