import type { Page } from '@playwright/test'
import { stepTo, visit } from './visit.ts'
import { enterDemo, expect, OVERVIEW, test } from './world.ts'

/** Screens in system colours only, and on paper. */
test.use({ demo: true, paid: true })

/** Distinguishes an element from similar ones when all backgrounds are the system's. */
const appearance = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const [own, after] = [getComputedStyle(element), getComputedStyle(element, '::after')]
      const shape = [own.outlineStyle, own.outlineColor, own.borderStyle, own.borderLeftWidth, own.backgroundColor]
      return [...shape, after.content === 'none' ? '' : after.backgroundColor].join(' ')
    }),
  )

for (const theme of ['day', 'night'] as const)
  test(`states shown by a background are visible in forced colours too, by ${theme}`, async ({ page, service }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme: theme === 'day' ? 'dark' : 'light' })
    await enterDemo(page, service)
    await page.addInitScript((name) => localStorage.setItem('theme', name), theme)
    for (const path of [
      OVERVIEW,
      '/user/earnings/pc-earnings',
      '/user/cloud-mining/order-home/orders',
      '/user/user-points',
      '/messages',
    ]) {
      await (path === OVERVIEW ? visit : stepTo)(page, service, path)
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
      const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      // The chosen one of several.
      for (const chosen of ['[aria-pressed]', '[role=tab]', 'nav a']) {
        const state =
          chosen === '[aria-pressed]'
            ? 'aria-pressed=true'
            : chosen === '[role=tab]'
              ? 'aria-selected=true'
              : 'aria-current=page'
        const [on = '', ...more] = await appearance(page, `:is(${chosen})[${state}]:visible`)
        const [off] = await appearance(page, `:is(${chosen}):not([${state}]):visible`)
        if (on === '' || off === undefined) continue
        for (const one of [on, ...more]) expect(one, `${path} ${chosen}`).not.toBe(off)
      }
      // Elements with a colour of their own.
      for (const coloured of ['.swatch', '.coin', '[role=img] > span[style]', '.mark:not(.mark-off, .mark-half)']) {
        const colours = await page
          .locator(`${coloured}:visible`)
          .evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
        expect(
          colours.filter((colour) => colour === canvas),
          `${path} ${coloured}`,
        ).toEqual([])
      }
      for (const edge of await appearance(page, '.mark:is(.mark-off, .mark-half):visible'))
        expect(edge).toContain('solid')
    }
  })

/** Otherwise every change restarts one transition of each property of each element: half a second of a fast processor. */
test('with less motion a change of the theme starts no transition', async ({ page, service }) => {
  await enterDemo(page, service)
  await visit(page, service, OVERVIEW)
  const started = await page.evaluate(() => {
    document.documentElement.dataset.theme = 'night'
    return document.getAnimations().filter((one) => one instanceof CSSTransition).length
  })
  expect(started).toBe(0)
})

/** Text that would be unreadable on paper. */
const tooLight = (elements: readonly Element[]) =>
  elements
    .map((element) => [getComputedStyle(element).color, element.textContent] as const)
    .filter(([colour]) => Math.max(...(colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)) >= 120)

test('a printed screen is black on white, with its figures, and without controls', async ({ page, service }) => {
  await enterDemo(page, service)
  await page.addInitScript(() => localStorage.setItem('theme', 'night'))
  for (const path of [
    OVERVIEW,
    '/user/earnings/pc-earnings',
    '/user/cloud-mining/order-home/order-detail/none',
    '/user/earnings/withdrawals',
  ]) {
    await page.emulateMedia({ media: 'screen' })
    await (path === OVERVIEW ? visit : stepTo)(page, service, path)
    await page.emulateMedia({ media: 'print' })
    const pressable = page.locator('.btn, nav, aside, .seg, select, .toaster, canvas').locator('visible=true')
    await expect(pressable).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const words = page.locator('main :is(p, dt, dd, td, th, h2):visible')
    expect(await words.count()).toBeGreaterThan(5)
    // Some of them fade to their colours.
    await expect.poll(() => words.evaluateAll(tooLight), path).toEqual([])
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
  }
  await page.emulateMedia({ media: 'screen' })
  await stepTo(page, service, '/user/earnings/pc-earnings')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table', { name: 'Earnings over 14 days, by coin' })).toBeVisible()
})
