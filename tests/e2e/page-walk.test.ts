import { expectAtWidths, expectLargeLetters } from './lenses/lenses.ts'
import { firstOfTemplates, inParts, inTurn } from './parts.ts'
import { publicPages } from './public-pages.ts'
import { expect, test } from './world.ts'

/**
 * One public page represents its template, is loaded once in one of the two languages, and looked at in every way that
 * needs no other load. `npm run test:long -- looks` takes every page in both: tests/e2e/long/walks.
 */
const pages = firstOfTemplates(publicPages)

test('finds the pages and their templates', () => {
  expect(publicPages.length).toBeGreaterThan(36)
  expect(pages.length).toBeGreaterThan(12)
})

for (const locale of ['en', 'zh'] as const) {
  const turn = locale === 'en' ? 0 : 1
  for (const { name, part } of inParts(inTurn(pages, turn), 5))
    test(`public pages ${name} pass every check of one load, in ${locale}`, async ({ page, expectedErrors }) => {
      expectedErrors.push(/404/)
      for (const [index, path] of part.entries()) {
        await page.setViewportSize({ width: 360, height: 900 })
        await page.goto(locale === 'en' ? path : `/zh${path}`)
        // A form is disabled, and drawn so, until its script has loaded.
        await expect(page.locator('button:disabled')).toHaveCount(0)
        await expectAtWidths(page, path, [360, 390, 768, 1024, 1440])
        await expectLargeLetters(page, path, index % 2 === 0 ? 'setting' : 'sheet')
      }
    })
}
