import { expectReadable } from '../../lenses/lenses.ts'
import { enlargers } from '../../lenses/letters.ts'
import { inParts } from '../../parts.ts'
import { publicPages } from '../../public-pages.ts'
import { screenPaths } from '../../screens.ts'
import { visit } from '../../visit.ts'
import { enterDemo, test } from '../../world.ts'

/** Letters are large before a page loads, by each of two means. */
test.use({ demo: true, paid: true })

const screens = [...screenPaths, '/user/earning-detail?coin=ALEO']

for (const enlarger of ['setting', 'sheet'] as const)
  for (const [width, locale] of [
    [390, 'en'],
    [390, 'zh'],
    [1440, 'en'],
    [1440, 'zh'],
  ] as const) {
    const large = `letters twice as large, by a ${enlarger}, at ${width} px in ${locale}`

    for (const { name, part } of inParts(screens, 5))
      test(`screens ${name} have room for ${large}`, async ({ page, service }) => {
        await page.setViewportSize({ width, height: 900 })
        await enlargers[enlarger](page)
        await enterDemo(page, service, locale)
        for (const path of part) {
          await visit(page, service, path)
          await expectReadable(page, path)
        }
      })

    for (const { name, part } of inParts(publicPages, 12))
      test(`public pages ${name} have room for ${large}`, async ({ page, expectedErrors }) => {
        expectedErrors.push(/404/)
        await page.setViewportSize({ width, height: 900 })
        await enlargers[enlarger](page)
        for (const path of part) {
          await page.goto(locale === 'zh' ? `/zh${path}` : path)
          await expectReadable(page, path)
        }
      })
  }
