import type { Page } from '@playwright/test'
import { translatePage } from '../_world/translator.ts'
import { inParts } from './parts.ts'
import { demoAddress, screenPaths } from './screens.ts'
import { followLink } from './visit.ts'
import { enterDemo, expect, OVERVIEW, PASSWORD, type Service, test } from './world.ts'

/** Page translators of browsers run while the page is in use: nothing may fail or be left behind. */
test.use({ demo: true, paid: true })

/** Translates every page from now on as soon as it has loaded. */
const translateAll = (page: Page) =>
  page.addInitScript(`addEventListener('load', () => (${translatePage.toString()})())`)

async function visit(page: Page, service: Service, path: string): Promise<void> {
  await page.goto(await demoAddress(service, path))
  // A title that came after the translation is not translated yet.
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('«')
}

test('a total is updated with its quantity', async ({ page, service }) => {
  await translateAll(page)
  await enterDemo(page, service)
  await visit(page, service, '/user/cloud-mining/market-home/order-confirm/aleo-50-90')
  const order = page.getByRole('main').locator('dl.well')
  await expect(order).toContainText('188.00 USDT')
  for (const [units, total] of [
    ['3', '564.00 USDT'],
    ['2', '376.00 USDT'],
  ] as const) {
    await page.locator('input[inputmode=numeric]').fill(units)
    await expect(order).toContainText(total)
    expect(await order.textContent()).not.toContain(units === '3' ? '188.00 USDT' : '564.00 USDT')
  }
})

test('the price of a rental is updated with its term', async ({ page, service }) => {
  await translateAll(page)
  await enterDemo(page, service)
  await visit(page, service, '/user/gpu/gpu-detail/none')
  const form = page.locator('section[aria-labelledby=rent]')
  const sums = form.locator('dl')
  for (const term of await form.locator('.seg button[aria-pressed=false]').all()) {
    const before = await sums.textContent()
    await term.click()
    await expect(sums).not.toHaveText(before ?? '')
  }
})

test('a choice of coins stays usable', async ({ page, service }) => {
  await translateAll(page)
  await enterDemo(page, service)
  await visit(page, service, '/user/earnings/withdrawals')
  const chosen = page.getByRole('main').locator('select').first()
  await chosen.selectOption({ label: '«USDT»' })
  await expect(chosen).toHaveValue('USDT')
})

for (const { name, part } of inParts(screenPaths, 15))
  test(`screens ${name} work in another language`, async ({ page, service }) => {
    await translateAll(page)
    await enterDemo(page, service)
    await visit(page, service, part[0] ?? OVERVIEW)
    for (const path of part) {
      // So that one screen replaces another.
      if (path !== part[0]) await followLink(page, await demoAddress(service, path))
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('alert').filter({ hasText: "couldn't be" })).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    }
  })

test('a form shows its errors, and registers', async ({ page, service, email, expectedErrors }) => {
  // Content translated before React started is drawn again, with an error in the console. Nothing is typed before: the
  // form is disabled.
  expectedErrors.push(/Minified React error #418/)
  await translateAll(page)
  await page.goto('/register/')
  await expect(page.getByText('«Send code»')).toBeVisible()
  await page.locator('[name=username]').fill('nobody')
  await page.locator('[name=password]').fill('short')
  await page.getByRole('button', { name: '«Create account»' }).click()
  await expect(page.locator('[aria-invalid=true]').first()).toBeVisible()
  await page.locator('[name=username]').fill(email)
  await page.getByRole('button', { name: '«Send code»' }).click()
  await page.locator('[name=verifyCode]').fill(await service.codeFor(email))
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=confirm]').fill(PASSWORD)
  await page.locator('[name=terms]').check()
  await page.getByRole('button', { name: '«Create account»' }).click()
  await page.waitForURL(`**${OVERVIEW}`)
})

test('the calculators recompute', async ({ page }) => {
  await translateAll(page)
  for (const path of ['/pc/', '/cloud/']) {
    await page.goto(path)
    const form = page.locator('form').first()
    await expect(form).toContainText('«')
    const result = page.locator('[data-out]').first()
    for (const change of [
      () => form.locator('input[inputmode=decimal]').first().fill('7'),
      () => form.locator('[name=coin]').selectOption({ index: 1 }),
    ]) {
      const before = await result.textContent()
      await change()
      await expect(result).not.toHaveText(before ?? '')
    }
  }
})
