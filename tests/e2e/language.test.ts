import { expect, test } from './world.ts'

test('the language link keeps the page and the place in it, and is remembered', async ({ page, expectedErrors }) => {
  await page.goto('/docs/withdrawals/')
  await page.getByRole('link', { name: 'How long it takes' }).first().click()
  await expect(page).toHaveURL(/#how-long-it-takes$/)
  await page.getByRole('banner').getByRole('link', { name: '中文' }).click()
  await expect(page).toHaveURL(/\/zh\/docs\/withdrawals\/#how-long-it-takes$/)
  await expect(page.locator('#how-long-it-takes')).toBeInViewport()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  expect(await page.evaluate(() => localStorage.localeLang)).toBe('zh')
  // A page of one address follows the choice.
  expectedErrors.push(/404/)
  await page.goto('/nowhere/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.locator('h1:visible')).toHaveText(/[一-鿿]/)
  await expect(page).toHaveTitle(/[一-鿿].* · Idleforge$/)
})

test('the choice holds on a phone, in its menu, and back to English', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/zh/pc/')
  await page.getByRole('button', { name: '菜单' }).click()
  await page.locator('#menu').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/pc\/$/)
  expect(new URL(page.url()).pathname).toBe('/pc/')
  expect(await page.evaluate(() => localStorage.localeLang)).toBe('en')
})

test('a link to the registration on a phone names its language, and keeps its code', async ({ page }) => {
  await page.goto('/mobile-signup/?lang=zh&inviteCode=ABCD2345')
  await expect(page).toHaveURL(/\/zh\/mobile-signup\/\?inviteCode=ABCD2345$/)
  await expect(page.locator('[name=inviteCode]')).toHaveValue('ABCD2345')
  expect(await page.evaluate(() => localStorage.localeLang)).toBe('zh')
  await page.goto('/mobile-signup/?lang=xx')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

test.describe('in a Chinese browser', () => {
  test.use({ locale: 'zh-CN' })

  test('the first visit is English and offers Chinese, once chosen never again', async ({ page }) => {
    await page.goto('/points/')
    const offer = page.locator('aside.offer')
    await expect(offer).toBeVisible()
    expect(await page.evaluate(() => localStorage.localeLang)).toBe('en')
    await offer.getByRole('link', { name: '中文' }).click()
    await expect(page).toHaveURL(/\/zh\/points\/$/)
    await expect(page.locator('aside.offer')).toBeHidden()
    await page.goto('/points/')
    await expect(page.locator('aside.offer')).toBeHidden()
  })
})
