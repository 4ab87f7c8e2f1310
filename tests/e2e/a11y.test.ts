import { existsSync, globSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findProblems, setTheme } from './axe.ts'
import { screenPaths } from './screens.ts'
import { expect, signUp, test } from './world.ts'

/** Every built page with an address in each language, and one that nobody built. */
const publicPages = [
  ...globSync('**/index.html', { cwd: 'dist' })
    .filter((file) => !file.startsWith('zh/') && existsSync(`dist/zh/${file}`))
    .map((file) => `/${file.replace(/index\.html$/, '')}`)
    .sort(),
  '/nowhere/',
]
const appPages = [...screenPaths, '/user/earning-detail?coin=ALEO', '/user/nonsense']
/** Half of all are text. */
const isText = (path: string) => /^\/(docs|faq)\//.test(path)
const parts = { text: publicPages.filter(isText), landing: publicPages.filter((path) => !isText(path)) }

/** At both widths, by day and by night: the theme is an attribute of the page that stands. */
async function check(page: Page, path: string): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    for (const theme of ['day', 'night'] as const) {
      await setTheme(page, theme)
      expect(await findProblems(page), `${path} at ${width} by ${theme}`).toEqual([])
    }
  }
}

for (const locale of ['en', 'zh'] as const) {
  for (const [part, paths] of Object.entries(parts))
    test(`${part} pages are accessible in ${locale}`, async ({ page, expectedErrors }) => {
      test.setTimeout(300_000)
      expect(paths.length).toBeGreaterThan(18)
      expectedErrors.push(/404/)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const path of paths) {
        await page.goto(locale === 'en' ? path : `/zh${path}`)
        // A form is disabled, and drawn so, until its script stands.
        await expect(page.locator('button:disabled')).toHaveCount(0)
        await check(page, path)
      }
    })

  test(`search is accessible in ${locale}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(locale === 'en' ? '/docs/' : '/zh/docs/')
    await page.getByRole('combobox').fill('ALEO')
    await expect(page.getByRole('option').first()).toBeVisible()
    await check(page, 'search results')
  })

  test(`the app is accessible in ${locale}`, async ({ page, service, email }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signUp(page, service, email)
    await page.evaluate((chosen) => localStorage.setItem('localeLang', chosen), locale)
    for (const path of appPages) {
      await page.goto(path)
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await check(page, path)
    }
    await page.goto('/user/overview-main/machine')
    await page.getByRole('button', { name: locale === 'en' ? 'Add device' : '添加设备' }).click()
    await expect(page.locator('[data-code]')).toBeVisible()
    await check(page, 'add-device dialog')
  })
}
