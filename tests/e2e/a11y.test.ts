import type { Page } from '@playwright/test'
import { expectAccessible, LOOKS, setWidth } from './lenses/lenses.ts'
import { isWhole } from './parts.ts'
import { expect, signUp, test } from './world.ts'

/** Checks content that a walk through pages and screens does not open. */
async function check(page: Page, what: string): Promise<void> {
  for (const look of LOOKS) {
    await setWidth(page, look.width)
    await expectAccessible(page, what, look)
  }
}

for (const locale of isWhole ? (['en', 'zh'] as const) : (['en'] as const))
  test(`search is accessible in ${locale}`, async ({ page }) => {
    await page.goto(locale === 'en' ? '/docs/' : '/zh/docs/')
    await page.getByRole('combobox').fill('ALEO')
    await expect(page.getByRole('option').first()).toBeVisible()
    await check(page, 'search results')
  })

for (const locale of isWhole ? (['en', 'zh'] as const) : (['zh'] as const))
  test(`the dialog for a device is accessible in ${locale}`, async ({ page, service, email }) => {
    await signUp(page, service, email, { to: '/user/overview-main/machine', locale })
    await page.getByRole('button', { name: locale === 'en' ? 'Add device' : '添加设备' }).click()
    await expect(page.locator('[data-code]')).toBeVisible()
    await check(page, 'add-device dialog')
  })
