import type { Page } from '@playwright/test'
import { appStands, enterDemo, expect, test } from './world.ts'

/** An account with devices, one of which is online without work, and with settled days: the demo's. */
test.use({ demo: true })
test.describe.configure({ mode: 'serial' })

/** What is wider than its place, so that a panel or a dialog cuts it off, or the page scrolls sideways. */
const cutOff = (page: Page, also = 'html') =>
  page.evaluate(
    (places) =>
      [...document.querySelectorAll(places)]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth)
        .map(({ tagName, className, textContent }) => `${tagName} ${className}: ${textContent?.slice(0, 60)}`),
    `html, .panel, dialog[open] .modal-box, ${also}`,
  )

const words = {
  en: { log: 'Log', noWork: /no work for/ },
  zh: { log: '日志', noWork: /无有效工作/ },
}

for (const locale of ['en', 'zh'] as const)
  test(`cuts nothing off at 360 px where devices mine, in ${locale}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await enterDemo(page)
    await page.evaluate((chosen) => localStorage.setItem('localeLang', chosen), locale)
    for (const path of ['/user/overview-main/overview', '/user/overview-main/machine']) {
      await page.goto(path)
      await appStands(page)
      const rows = page.getByRole('main').getByRole('listitem').getByRole('button', { expanded: false })
      await expect(rows.getByText(words[locale].noWork).locator('visible=true').first()).toBeVisible()
      for (let left = await rows.count(); left > 0; left -= 1) await rows.first().click()
      expect(await cutOff(page, 'main li .truncate'), path).toEqual([])
      await page.getByRole('button', { name: words[locale].log, exact: true }).first().click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      expect(await cutOff(page), `the log on ${path}`).toEqual([])
    }
    for (const path of [
      '/user/earnings/pc-earnings',
      '/user/earnings/withdrawals',
      '/user/earning-detail?coin=ALEO',
      '/user/wallets',
      '/user/account',
      '/messages',
    ]) {
      await page.goto(path)
      await appStands(page)
      await expect(page.locator('.skeleton')).toHaveCount(0)
      expect(await cutOff(page), path).toEqual([])
    }
  })
