import { existsSync, globSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, register, test } from './world.ts'

/** Every built page with an address in each language, and one that nobody built. */
const publicPages = [
  ...globSync('**/index.html', { cwd: 'dist' })
    .filter((file) => !file.startsWith('zh/') && existsSync(`dist/zh/${file}`))
    .map((file) => `/${file.replace(/index\.html$/, '')}`)
    .sort(),
  '/nowhere/',
]
const appPages = [
  '/user/overview-main/overview',
  '/user/overview-main/machine',
  '/user/overview-main/download-pc',
  '/user/account',
  '/user/earnings/pc-earnings',
  '/user/earnings/cloud-earnings',
  '/user/earnings/withdrawals',
  '/user/earning-detail?coin=ALEO',
  '/user/wallets',
  '/messages',
  '/user/nonsense',
]
const widths = [390, 1440]

/** Legacy mode opens no second page for each run to gather the frames in: our pages have none. */
async function findProblems(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'])
    .analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

async function checkAtEachWidth(page: Page, path: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    expect(await findProblems(page), `${path} at ${width}`).toEqual([])
  }
}

for (const theme of ['day', 'night'] as const)
  for (const locale of ['en', 'zh'] as const) {
    test(`public pages are accessible by ${theme} in ${locale}`, async ({ page, expectedErrors }) => {
      test.setTimeout(300_000)
      expect(publicPages.length).toBeGreaterThan(40)
      expectedErrors.push(/404/)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme)
      for (const path of publicPages) {
        await page.goto(locale === 'en' ? path : `/zh${path}`)
        // A form is disabled, and drawn so, until its script stands.
        await expect(page.locator('button:disabled')).toHaveCount(0)
        await checkAtEachWidth(page, path)
      }
      await page.goto(locale === 'en' ? '/docs/' : '/zh/docs/')
      await page.getByRole('combobox').fill('ALEO')
      await expect(page.getByRole('option').first()).toBeVisible()
      expect(await findProblems(page), 'search results').toEqual([])
    })

    test(`the app is accessible by ${theme} in ${locale}`, async ({ page, service, email }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await register(page, service, email)
      await page.evaluate(
        ([l, t]) => {
          localStorage.setItem('localeLang', l)
          localStorage.setItem('theme', t)
        },
        [locale, theme] as const,
      )
      for (const path of appPages) {
        await page.goto(path)
        await expect(page.locator('.skeleton')).toHaveCount(0)
        await checkAtEachWidth(page, path)
      }
      await page.goto('/user/overview-main/machine')
      await page.getByRole('button', { name: locale === 'en' ? 'Add device' : '添加设备' }).click()
      await expect(page.locator('[data-code]')).toBeVisible()
      expect(await findProblems(page), 'add-device dialog').toEqual([])
    })
  }
