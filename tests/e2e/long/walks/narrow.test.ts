import { makeFarm } from '../../demo-account.ts'
import { expectRoom, expectScreen, setWidth } from '../../lenses/lenses.ts'
import { inParts } from '../../parts.ts'
import { screenPaths } from '../../screens.ts'
import { visit } from '../../visit.ts'
import { enterDemo, test } from '../../world.ts'

/** The demo's account has devices, orders and settled days; it grows rich here. */
test.use({ demo: true, paid: true, own: 'farm' })
test.describe.configure({ mode: 'default' })
test.beforeAll(({ service }) => makeFarm(service))

const WIDTHS = [360, 390, 768, 1024, 1280, 1408]
const screens = [...screenPaths, '/user/earning-detail?coin=ALEO']

for (const locale of ['en', 'zh'] as const)
  for (const { name, part } of inParts(screens, 5))
    test(`cuts nothing off on screens ${name}, in ${locale}`, async ({ page, service }) => {
      await enterDemo(page, service, locale)
      for (const path of part) {
        await page.setViewportSize({ width: 360, height: 800 })
        await visit(page, service, path)
        await expectScreen(page, path)
        for (const width of WIDTHS) {
          await setWidth(page, width)
          await expectRoom(page, `${path} at ${width} px`)
        }
      }
    })
