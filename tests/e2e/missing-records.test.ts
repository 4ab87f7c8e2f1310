import { expect, signUp, test } from './world.ts'

/** Missing records, and those of other users: shown once, with a link to the list. */
test.beforeEach(({ page, service, email }) => signUp(page, service, email, { to: '/user/account' }))

const missing = [
  ['/user/cloud-mining/order-home/order-detail/NONE', "This order isn't in your account.", '/order-home/orders'],
  ['/user/mining-agent/agent-order-home/agent-order-detail/NONE', "This order isn't in your account.", '/agent-orders'],
  ['/user/cloud-mining/market-home/order-confirm/none', 'This plan is no longer in the market.', '/market-home/market'],
  ['/user/mining-agent/agent-market-home/agent-order-confirm/none', 'This plan is no longer', '/agent-market'],
  ['/user/gpu/gpu-detail/none', 'There is no such machine.', '/user/gpu/gpu-list'],
] as const

for (const [address, sentence, list] of missing)
  test(`${address} shows that it is gone, and links to the list`, async ({ page }) => {
    await page.goto(address)
    const main = page.getByRole('main')
    await expect(main.getByText('No longer available')).toBeVisible()
    await expect(main.getByText(sentence)).toBeVisible()
    await expect(main.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Try again' }).locator('visible=true')).toHaveCount(0)
    await main.getByRole('link', { name: 'Go to the list' }).click()
    await expect(page).toHaveURL(new RegExp(`${list}$`))
  })

test('a missing report shows that it is not in the account', async ({ page }) => {
  await page.goto('/messages?report=none')
  await expect(page.getByText("This report isn't in your account.").locator('visible=true')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' }).locator('visible=true')).toHaveCount(0)
})

test('a list that was always empty offers no clearing of filters', async ({ page }) => {
  await page.goto('/user/gpu/gpu-list')
  const main = page.getByRole('main')
  await expect(main.getByText('No machines on offer yet')).toBeVisible()
  await expect(main.getByText('Clear filter')).toHaveCount(0)
  await page.goto('/user/gpu/gpu-list?model=Nothing')
  await expect(main.getByText('No matching machines')).toBeVisible()
  await main.getByRole('link', { name: 'Clear filter' }).first().click()
  await expect(main.getByText('No machines on offer yet')).toBeVisible()
})

test('a filter without results can be cleared in its place', async ({ page }) => {
  const main = page.getByRole('main')
  const clear = main.getByRole('button', { name: 'Clear filter' })
  await page.goto('/user/cloud-mining/order-home/orders')
  await expect(main.getByText('No orders yet')).toBeVisible()
  await main.getByRole('button', { name: /^Paid/ }).click()
  await expect(main.getByText('Nothing matches this filter')).toBeVisible()
  await clear.click()
  await expect(main.getByText('No orders yet')).toBeVisible()
  await page.goto('/user/earnings/withdrawals')
  await main.getByLabel('Coin', { exact: true }).selectOption('ALEO')
  await clear.click()
  await expect(main.getByText('No withdrawals')).toBeVisible()
  await expect(main.getByLabel('Coin', { exact: true })).toHaveValue('')
})
