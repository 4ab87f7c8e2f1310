import type { Page } from '@playwright/test'
import { expectAccessible, LOOKS, setWidth } from '../../lenses/lenses.ts'
import { inParts } from '../../parts.ts'
import { publicPages } from '../../public-pages.ts'
import { screenPaths } from '../../screens.ts'
import { expect, signUp, test } from '../../world.ts'

const screens = [...screenPaths, '/user/earning-detail?coin=ALEO', '/user/nonsense']

async function check(page: Page, path: string): Promise<void> {
  for (const look of LOOKS) {
    await setWidth(page, look.width)
    await expectAccessible(page, path, look)
  }
}

for (const locale of ['en', 'zh'] as const) {
  for (const { name, part } of inParts(publicPages, 6))
    test(`public pages ${name} are accessible in ${locale}`, async ({ page, expectedErrors }) => {
      expectedErrors.push(/404/)
      for (const path of part) {
        await page.goto(locale === 'en' ? path : `/zh${path}`)
        // A form is disabled, and drawn so, until its script has loaded.
        await expect(page.locator('button:disabled')).toHaveCount(0)
        await check(page, path)
      }
    })

  for (const { name, part } of inParts(screens, 5))
    test(`screens ${name} of a new account are accessible in ${locale}`, async ({ page, service, email }) => {
      await signUp(page, service, email, { to: part[0], locale })
      for (const path of part) {
        if (path !== part[0]) await page.goto(path)
        await expect(page.locator('.skeleton')).toHaveCount(0)
        await check(page, path)
      }
    })
}
