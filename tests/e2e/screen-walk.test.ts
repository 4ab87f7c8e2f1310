import { expectAtWidths, expectLargeLetters, expectScreen } from './lenses/lenses.ts'
import { inParts, inTurn } from './parts.ts'
import { screenPaths } from './screens.ts'
import { visit } from './visit.ts'
import { enterDemo, test } from './world.ts'

/**
 * Every screen is loaded once, in one of the two languages, and checked in every way that needs no other load.
 * `npm run test:long -- looks` has a walk for each: tests/e2e/long/walks. The demo's account has devices, orders and
 * settled days.
 */
test.use({ demo: true, paid: true })

const WIDTHS = [360, 390, 768, 1024, 1280, 1440]
const screens = [...screenPaths, '/user/earning-detail?coin=ALEO', '/user/nonsense']

for (const locale of ['en', 'zh'] as const) {
  const turn = locale === 'en' ? 0 : 1
  for (const { name, part } of inParts(inTurn(screens, turn), 4))
    test(`screens ${name} pass every check of one load, in ${locale}`, async ({ page, service }) => {
      await enterDemo(page, service, locale)
      for (const [index, path] of part.entries()) {
        await page.setViewportSize({ width: 360, height: 900 })
        await visit(page, service, path)
        await expectScreen(page, path)
        await expectAtWidths(page, path, WIDTHS)
        await expectLargeLetters(page, path, index % 2 === 0 ? 'setting' : 'sheet')
      }
    })
}
