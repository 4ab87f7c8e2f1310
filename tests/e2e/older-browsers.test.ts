import type { Page } from '@playwright/test'
import { forget, newerNames } from '../_world/older-browser.ts'
import { alertsIn } from './lenses/lenses.ts'
import { inParts } from './parts.ts'
import { screenPaths } from './screens.ts'
import { stepTo, visit } from './visit.ts'
import { enterDemo, expect, OVERVIEW, test } from './world.ts'

/** The demo's account, whose screens have rows and charts. */
test.use({ demo: true, paid: true })

const screens = [...screenPaths, '/user/earning-detail?coin=ALEO']
const withoutNewer = (page: Page) => page.addInitScript(forget, newerNames)

const drawn = (page: Page) => page.getByRole('main').locator('canvas')

for (const { name, part } of inParts(screens, 16))
  test(`screens ${name} work in a browser that has nothing newer than the oldest ones`, async ({ page, service }) => {
    await withoutNewer(page)
    await enterDemo(page, service)
    for (const [index, path] of part.entries()) {
      await (index === 0 ? visit : stepTo)(page, service, path)
      await expect(alertsIn(page), path).toHaveCount(0)
    }
    expect(await page.evaluate(() => ['showPopover' in HTMLElement.prototype, 'any' in AbortSignal])).toEqual([
      false,
      false,
    ])
  })

test("the oldest browsers sign in, open the shell's dialogs, and see a toast above a dialog", async ({
  page,
  service,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  await withoutNewer(page)
  await page.goto('/login/')
  await page.getByRole('button', { name: 'Enter the demo' }).click()
  await page.waitForURL(`**${OVERVIEW}`)
  await expect(drawn(page).first()).toBeVisible()
  const menu = page.getByRole('button', { name: 'Account menu' })
  await menu.click()
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Log out' })).toBeHidden()
  await expect(menu).toBeFocused()
  // An error in a dialog is shown above it, and above the page after it is closed.
  await visit(page, service, '/user/overview-main/machine')
  await page.getByRole('main').getByRole('button', { expanded: false }).first().click()
  await page.getByRole('button', { name: 'Unbind', exact: true }).first().click()
  const dialog = page.locator('dialog:modal')
  await page.route('**/api/machine/unbind', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Unbind', exact: true }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'No response.' })
  const isOnTop = () =>
    notice.evaluate((toast) => {
      const { x, y, width, height } = toast.getBoundingClientRect()
      return toast.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(() => isOnTop()).toBe(true)
  await expect(dialog).toHaveCount(0)
})

for (const language of ['C', 'en-US@posix', ''])
  test(`the invalid language "${language}" breaks no chart and reloads nothing`, async ({ page, service }) => {
    await page.addInitScript((name) => {
      Object.defineProperty(Navigator.prototype, 'language', { get: () => name })
    }, language)
    await enterDemo(page, service)
    let loads = 0
    page.on('domcontentloaded', () => {
      loads += 1
    })
    await visit(page, service, OVERVIEW)
    await expect(drawn(page).first()).toBeVisible()
    await stepTo(page, service, '/user/user-points')
    await expect(drawn(page).first()).toBeVisible()
    expect(loads).toBe(1)
  })

test('a chart whose code fails is replaced by its table, and the page stays', async ({
  page,
  service,
  expectedErrors,
}) => {
  expectedErrors.push(/broken/)
  await enterDemo(page, service)
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  await page.route('**/_astro/draw-bars.*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'throw new TypeError("broken is not a function")' }),
  )
  await visit(page, service, '/user/earnings/pc-earnings')
  const table = page.getByRole('table', { name: 'Earnings over 14 days, by coin' })
  await expect(table.getByRole('row')).toHaveCount(15)
  await expect(table).toBeInViewport({ ratio: 0.3 })
  expect(loads).toBe(1)
})

test('a chart that fails while it is drawn is replaced by its table', async ({ page, service, expectedErrors }) => {
  expectedErrors.push(/no ink/)
  await page.addInitScript(() => {
    CanvasRenderingContext2D.prototype.stroke = () => {
      throw new Error('no ink')
    }
  })
  await enterDemo(page, service)
  await visit(page, service, '/user/earnings/pc-earnings')
  await expect(page.getByRole('table', { name: 'Earnings over 14 days, by coin' })).toBeInViewport({ ratio: 0.3 })
  await expect(drawn(page)).toHaveCount(0)
})

test('a part that fails shows it in its place, and the others stay', async ({ page, service, expectedErrors }) => {
  expectedErrors.push(/no coins/)
  // The component that shows a coin's mark fails when drawn.
  await page.addInitScript(() => {
    const { setProperty } = CSSStyleDeclaration.prototype
    CSSStyleDeclaration.prototype.setProperty = function (name: string, ...rest) {
      if (name === '--c' && !('mended' in globalThis)) throw new Error('no coins')
      setProperty.call(this, name, ...rest)
    }
  })
  await enterDemo(page, service)
  await visit(page, service, '/user/earnings/pc-earnings')
  const failed = page.getByRole('alert').filter({ hasText: "This part couldn't be shown." })
  await expect(failed.first()).toBeVisible()
  await expect(drawn(page)).toHaveCount(1)
  await expect(page.getByRole('complementary').getByRole('link', { name: 'Earnings' })).toBeVisible()
  // Parts that come later fail no more, so that the count is final.
  await page.evaluate(() => Object.assign(globalThis, { mended: true }))
  for (let left = await failed.count(); left > 0; left -= 1) {
    await failed.first().getByRole('button', { name: 'Try again' }).click()
    await expect(failed).toHaveCount(left - 1)
  }
  await expect(page.getByRole('main').getByText('GRASS').first()).toBeVisible()
})

test('a toaster, a clock or a dock that fails leaves the page usable', async ({ page, service, expectedErrors }) => {
  expectedErrors.push(/hidePopover/)
  await page.addInitScript(() => {
    HTMLElement.prototype.hidePopover = () => {
      throw new Error('no hidePopover')
    }
  })
  await enterDemo(page, service)
  for (const [index, path] of screens.slice(0, 4).entries()) {
    await (index === 0 ? visit : stepTo)(page, service, path)
    await expect(alertsIn(page)).toHaveCount(0)
  }
})

/** Browsers below the supported ones understand none of the rules that hide the sentence. */
for (const path of ['/', '/zh/', '/login/', '/docs/', '/user', '/stand-message'])
  test(`an older browser gets a notice on ${path}, also without script`, async ({ browser, service, page }) => {
    const noticeOn = (on: Page) => on.locator('.too-old').locator('visible=true')
    await page.goto(path)
    await expect(page.locator('.too-old').first()).toBeAttached()
    await expect(noticeOn(page)).toHaveCount(0)
    const older = await browser.newContext({ javaScriptEnabled: false, baseURL: service.origin })
    const there = await older.newPage()
    await there.route('**/*', async (route) => {
      if (route.request().resourceType() !== 'document') return route.continue()
      const answer = await route.fetch()
      // Styles that its policy does not know apply as little as those that it can't read.
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replaceAll('@supports (color:', '@supports (colour:'),
      })
    })
    await there.goto(path)
    await expect(noticeOn(there).first()).toContainText(path.startsWith('/zh') ? '版本过旧' : 'too old')
    await older.close()
  })
