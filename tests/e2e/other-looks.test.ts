import type { Page } from '@playwright/test'
import { cutOff } from './lenses/cut-off.ts'
import { inParts, inTurn, isWhole } from './parts.ts'
import { demoAddress, screenPaths } from './screens.ts'
import { enterDemo, expect, OVERVIEW, type Service, test, waitForApp } from './world.ts'

/** Screens in other looks: text twice as large, system colours only, and paper. */
test.use({ demo: true, paid: true, own: 'looks' })

const screens = [...screenPaths, '/user/earning-detail?coin=ALEO']
const publicPages = [
  '',
  'pc/',
  'cloud/',
  'download/',
  'points/',
  'invitation-kol/',
  'status/',
  'help/',
  'docs/',
  'docs/withdrawals/',
]

async function visit(page: Page, service: Service, path: string): Promise<void> {
  await page.goto(await demoAddress(service, path))
  await waitForApp(page)
  await expect(page.locator('.skeleton')).toHaveCount(0)
}

/** By the browser's own setting, and by a user style sheet. */
const enlargers = {
  setting: async (page: Page) => {
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setFontSizes', { fontSizes: { standard: 32 } })
  },
  sheet: (page: Page) =>
    page.addInitScript(() => {
      const enlarge = () => document.documentElement?.style.setProperty('font-size', '200%')
      new MutationObserver(enlarge).observe(document, { childList: true })
      enlarge()
    }),
} as const

/** Text that is too small to read, or cut off; input scrolls in its field. */
async function textProblems(page: Page): Promise<string[]> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll('.fit')]
      .filter((figure) => {
        const size = (element: Element | null) => Number.parseFloat(getComputedStyle(element ?? figure).fontSize)
        return size(figure) < size(figure.parentElement) / 2
      })
      .map(({ textContent }) => `smaller than without: ${textContent}`),
  )
  return [...small, ...(await cutOff(page)).filter((problem) => !problem.startsWith('INPUT'))]
}

const looks = [
  { width: 390, locale: 'zh', enlarger: 'setting' },
  { width: 1440, locale: 'en', enlarger: 'setting' },
  { width: 390, locale: 'en', enlarger: 'sheet' },
  { width: 1440, locale: 'zh', enlarger: 'sheet' },
] as const

for (const [place, { width, locale, enlarger }] of looks.entries()) {
  const enlarged = `letters twice as large, by a ${enlarger}, at ${width} px in ${locale}`
  const enter = async (page: Page, service: Service) => {
    await page.setViewportSize({ width, height: 900 })
    await enlargers[enlarger](page)
    await enterDemo(page, service, locale)
  }

  for (const { name, part } of inParts(inTurn(screens, place < 2 ? 0 : 1), 5))
    test(`screens ${name} have room for ${enlarged}`, async ({ page, service }) => {
      await enter(page, service)
      for (const path of part) {
        await visit(page, service, path)
        await expect.poll(() => textProblems(page), path).toEqual([])
      }
    })

  test(`public pages have room for ${enlarged}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await enlargers[enlarger](page)
    for (const path of isWhole ? publicPages : inTurn(publicPages, place < 2 ? 0 : 1)) {
      await page.goto(locale === 'zh' ? `/zh/${path}` : `/${path}`)
      await expect.poll(() => textProblems(page), path).toEqual([])
    }
  })
}

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
    await page.evaluate((name) => localStorage.setItem('theme', name), theme).catch(() => undefined)
    for (const path of [
      OVERVIEW,
      '/user/earnings/pc-earnings',
      '/user/cloud-mining/order-home/orders',
      '/user/user-points',
      '/messages',
    ]) {
      await visit(page, service, path)
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

/** Text that would be unreadable on paper. */
const tooLight = (elements: readonly Element[]) =>
  elements
    .map((element) => [getComputedStyle(element).color, element.textContent] as const)
    .filter(([colour]) => Math.max(...(colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number)) >= 120)

test('a printed screen is black on white, with its figures, and without controls', async ({ page, service }) => {
  await enterDemo(page, service)
  await page.goto(OVERVIEW)
  await page.evaluate(() => localStorage.setItem('theme', 'night'))
  await page.emulateMedia({ media: 'print' })
  for (const path of [
    OVERVIEW,
    '/user/earnings/pc-earnings',
    '/user/cloud-mining/order-home/order-detail/none',
    '/user/earnings/withdrawals',
  ]) {
    await page.emulateMedia({ media: 'screen' })
    await visit(page, service, path)
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
  await visit(page, service, '/user/earnings/pc-earnings')
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('table', { name: 'Earnings over 14 days, by coin' })).toBeVisible()
})
