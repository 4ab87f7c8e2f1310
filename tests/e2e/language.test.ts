import { expect, test } from './world.ts'

test('the language link keeps the page and its fragment, and is remembered', async ({ page, expectedErrors }) => {
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

test('the choice is kept on a phone, in its menu, and back to English', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/zh/pc/')
  await page.getByRole('button', { name: '菜单' }).click()
  await page.locator('#menu').getByRole('link', { name: 'English' }).click()
  await expect(page).toHaveURL(/\/pc\/$/)
  expect(new URL(page.url()).pathname).toBe('/pc/')
  expect(await page.evaluate(() => localStorage.localeLang)).toBe('en')
})

test('a link to the registration on a phone contains its language, and keeps its code', async ({ page }) => {
  await page.goto('/mobile-signup/?lang=zh&inviteCode=ABCD2345')
  await expect(page).toHaveURL(/\/zh\/mobile-signup\/\?inviteCode=ABCD2345$/)
  await expect(page.locator('[name=inviteCode]')).toHaveValue('ABCD2345')
  expect(await page.evaluate(() => localStorage.localeLang)).toBe('zh')
  // An unknown language is ignored: the choice is kept.
  await page.goto('/mobile-signup/?lang=xx')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

test('a reader of Chinese gets the Chinese page of an English address, with query and fragment', async ({ page }) => {
  await page.goto('/zh/pc/')
  expect(await page.evaluate(() => localStorage.localeLang)).toBe('zh')
  for (const [address, shown] of [
    ['/pc', '/zh/pc/'],
    ['/pc/?a=1#questions', '/zh/pc/?a=1#questions'],
    ['/', '/zh/'],
    ['/docs/withdrawals/#how-long-it-takes', '/zh/docs/withdrawals/#how-long-it-takes'],
    ['/login/?redirect=%2Fuser', '/zh/login/?redirect=%2Fuser'],
  ] as const) {
    await page.goto(address)
    await page.waitForURL(`**${shown}`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  }
})

test('the redirect to the Chinese page is no step of the history', async ({ page }) => {
  await page.goto('/zh/points/')
  await page.goto('/pc/')
  await page.waitForURL('**/zh/pc/')
  await page.goBack()
  await expect(page).toHaveURL(/\/zh\/points\/$/)
})

test('a reader of English gets the Chinese page of a Chinese address', async ({ page }) => {
  await page.goto('/pc/')
  await page.goto('/zh/pc/')
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page).toHaveURL(/\/zh\/pc\/$/)
})

test('the English link of a Chinese page works in a new tab too', async ({ page, context }) => {
  await page.goto('/zh/pc/')
  const opened = context.waitForEvent('page')
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click({ button: 'middle' })
  const tab = await opened
  await tab.waitForURL('**/pc/')
  expect(new URL(tab.url()).pathname).toBe('/pc/')
  await expect(tab.locator('html')).toHaveAttribute('lang', 'en')
})

test('a link with English in its query leads to English', async ({ page }) => {
  await page.goto('/zh/pc/')
  await page.goto('/mobile-signup/?lang=en&inviteCode=ABCD2345')
  await page.waitForURL((url) => url.pathname === '/mobile-signup/' && url.search === '?inviteCode=ABCD2345')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})

for (const [locale, isOffered] of [
  ['en-GB', false],
  ['de-DE', true],
  ['zh-TW', true],
] as const)
  test.describe(`in a browser of ${locale}`, () => {
    test.use({ locale })
    test(`Chinese is ${isOffered ? '' : 'not '}offered beside the English page`, async ({ page }) => {
      await page.goto('/points/')
      await expect(page.locator('html')).toHaveAttribute('lang', 'en')
      await expect(page.locator('aside.offer')).toBeVisible({ visible: isOffered })
    })
  })

test.describe('in a Chinese browser', () => {
  test.use({ locale: 'zh-CN' })

  test('the first visit is English and offers Chinese, and never again after a choice', async ({ page }) => {
    await page.goto('/points/')
    const offer = page.locator('aside.offer')
    await expect(offer).toBeVisible()
    expect(await page.evaluate(() => localStorage.localeLang)).toBe('en')
    await offer.getByRole('link', { name: '中文' }).click()
    await expect(page).toHaveURL(/\/zh\/points\/$/)
    await expect(page.locator('aside.offer')).toBeHidden()
    await page.goto('/points/')
    await page.waitForURL('**/zh/points/')
    await expect(page.locator('aside.offer')).toBeHidden()
  })
})
