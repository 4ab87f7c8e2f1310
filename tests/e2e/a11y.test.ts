import { existsSync, globSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { findProblems, setTheme } from './axe.ts'
import { firstOfTemplates, inParts, inTurn, isWhole } from './parts.ts'
import { screenPaths } from './screens.ts'
import { expect, signUp, test } from './world.ts'

/** Every built page with an address in each language, and a missing one. */
const publicPages = [
  ...globSync('**/index.html', { cwd: 'dist' })
    .filter((file) => !file.startsWith('zh/') && existsSync(`dist/zh/${file}`))
    .map((file) => `/${file.replace(/index\.html$/, '')}`)
    .sort(),
  '/nowhere/',
]
const appPages = [...screenPaths, '/user/earning-detail?coin=ALEO', '/user/nonsense']
/**
 * `npm run test:long` checks every page with every look. In each `npm test` one page represents its template, on a
 * phone by day and on a desktop by night, in English and Chinese alternately.
 */
const pages = isWhole ? publicPages : firstOfTemplates(publicPages)

interface Look {
  width: number
  theme: 'day' | 'night'
}
const looks: readonly Look[] = [390, 1440].flatMap((width) => [
  { width, theme: 'day' as const },
  { width, theme: 'night' as const },
])
const looksNow = isWhole ? looks : looks.filter(({ width, theme }) => (width === 390) === (theme === 'day'))

/** With the looks of this run: the theme is an attribute of the loaded page. */
async function check(page: Page, path: string): Promise<void> {
  for (const { width, theme } of looksNow) {
    await page.setViewportSize({ width, height: 900 })
    await setTheme(page, theme)
    // A list loads other parts on a desktop than on a phone, and is paler until then.
    await expect.poll(() => findProblems(page), `${path} at ${width} by ${theme}`).toEqual([])
  }
}

test('finds the pages and their templates', () => {
  expect(publicPages.length).toBeGreaterThan(36)
  expect(firstOfTemplates(publicPages).length).toBeGreaterThan(12)
})

for (const locale of ['en', 'zh'] as const) {
  const turn = locale === 'en' ? 0 : 1
  for (const { name, part } of inParts(inTurn(pages, turn), 6))
    test(`public pages ${name} are accessible in ${locale}`, async ({ page, expectedErrors }) => {
      expectedErrors.push(/404/)
      await page.emulateMedia({ reducedMotion: 'reduce' })
      for (const path of part) {
        await page.goto(locale === 'en' ? path : `/zh${path}`)
        // A form is disabled, and drawn so, until its script has loaded.
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

  for (const { name, part } of inParts(inTurn(appPages, turn), 5))
    test(`screens ${name} of the app are accessible in ${locale}`, async ({ page, service, email }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await signUp(page, service, email, { to: part[0], locale })
      for (const path of part) {
        if (path !== part[0]) await page.goto(path)
        await expect(page.locator('.skeleton')).toHaveCount(0)
        await check(page, path)
      }
    })

  test(`the dialog for a device is accessible in ${locale}`, async ({ page, service, email }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signUp(page, service, email, { to: '/user/overview-main/machine', locale })
    await page.getByRole('button', { name: locale === 'en' ? 'Add device' : '添加设备' }).click()
    await expect(page.locator('[data-code]')).toBeVisible()
    await check(page, 'add-device dialog')
  })
}
