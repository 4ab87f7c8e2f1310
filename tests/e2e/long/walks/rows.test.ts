import { alertsIn, expectAccessible } from '../../lenses/lenses.ts'
import { rowPaths } from '../../screens.ts'
import { visit } from '../../visit.ts'
import { enterDemo, expect, test } from '../../world.ts'

test.use({ demo: true, paid: true })

for (const path of rowPaths)
  test(`a row of a list is accessible on ${path}`, async ({ page, service }) => {
    await page.setViewportSize({ width: 390, height: 900 })
    await enterDemo(page, service, 'zh')
    await visit(page, service, path)
    await expect(alertsIn(page)).toHaveCount(0)
    for (const theme of ['day', 'night'] as const) await expectAccessible(page, path, { width: 390, theme })
  })
