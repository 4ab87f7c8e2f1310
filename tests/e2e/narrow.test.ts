import type { Page } from '@playwright/test'
import { appStands, expect, test } from './world.ts'

/** An account with devices, one of which is online without work, and with settled days: the demo's. */
test.use({ demo: true })

/** What stands out of the page, or of a panel or dialog that would cut it off. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [
      document.documentElement,
      ...document.querySelectorAll('.panel, .panel .truncate, dialog[open] .modal-box, [role=group]'),
    ]
      .filter((element) => element.scrollWidth > element.clientWidth && element.clientWidth > 0)
      .map((element) => `${element.tagName} ${element.className}: ${element.textContent?.slice(0, 60)}`),
  )

const words = {
  en: { log: 'Log', noWork: /no work for/ },
  zh: { log: '日志', noWork: /无有效工作/ },
}

for (const locale of ['en', 'zh'] as const)
  test(`cuts nothing off at 360 px where devices mine, in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto('/login/')
    await page.getByRole('button', { name: /demo/i }).click()
    await page.waitForURL('**/user/overview-main/overview')
    await page.evaluate((chosen) => localStorage.setItem('localeLang', chosen), locale)
    for (const path of ['/user/overview-main/overview', '/user/overview-main/machine']) {
      await page.goto(path)
      await appStands(page)
      const rows = page.getByRole('main').getByRole('listitem').getByRole('button', { expanded: false })
      await expect(rows.getByText(words[locale].noWork).locator('visible=true').first()).toBeVisible()
      for (let left = await rows.count(); left > 0; left -= 1) await rows.first().click()
      expect(await overflowing(page), path).toEqual([])
      await page.getByRole('button', { name: words[locale].log, exact: true }).first().click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      expect(await overflowing(page), `the log on ${path}`).toEqual([])
    }
  })
