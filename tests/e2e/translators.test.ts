import type { Page } from '@playwright/test'
import { translatePage } from '../_world/translator.ts'
import { inParts } from './parts.ts'
import { demoAddress, screenPaths } from './screens.ts'
import { appStands, enterDemo, expect, OVERVIEW, PASSWORD, type Service, test } from './world.ts'

/** What the page translators of browsers do, while the page goes on: nothing of it may fail, or stay behind. */
test.use({ demo: true, paid: true, own: 'translated' })

/** Every page from now on is translated as soon as it stands. */
const translateAll = (page: Page) =>
  page.addInitScript(`addEventListener('load', () => (${translatePage.toString()})())`)

async function visit(page: Page, service: Service, path: string): Promise<void> {
  await page.goto(await demoAddress(service, path))
  await appStands(page)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expect(page.getByRole('main')).toContainText('«')
}

test('a total goes with its quantity', async ({ page, service }) => {
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

test('what is received goes with what is typed', async ({ page, service }) => {
  await translateAll(page)
  await enterDemo(page, service)
  await visit(page, service, '/user/gpu/gpu-detail/none')
  const sums = page.getByRole('main').locator('dl').last()
  const hours = page.getByRole('main').locator('input[inputmode=numeric]')
  const before = await sums.textContent()
  await hours.fill('7')
  await expect(sums).not.toHaveText(before ?? '')
})

for (const { name, part } of inParts(screenPaths, 7))
  test(`screens ${name} are walked through in another language`, async ({ page, service }) => {
    await translateAll(page)
    await enterDemo(page, service)
    await visit(page, service, part[0] ?? OVERVIEW)
    for (const path of part) {
      const address = await demoAddress(service, path)
      // Within the app, as a link does, so that one screen gives way to another.
      await page.evaluate((href) => {
        const link = Object.assign(document.createElement('a'), { href })
        document.body.append(link)
        link.click()
        link.remove()
      }, address)
      await page.waitForURL(`**${address}`)
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('alert').filter({ hasText: "couldn't be" })).toHaveCount(0)
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    }
  })

test('a form says what is wrong, and registers', async ({ page, service, email }) => {
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

test('the calculators reckon anew', async ({ page }) => {
  await translateAll(page)
  for (const path of ['/pc/', '/cloud/']) {
    await page.goto(path)
    const form = page.locator('form').first()
    await expect(form).toContainText('«')
    const result = page.locator('[data-out]').first()
    const before = await result.textContent()
    await form.locator('input[inputmode=decimal]').first().fill('7')
    await expect(result).not.toHaveText(before ?? '')
  }
})
