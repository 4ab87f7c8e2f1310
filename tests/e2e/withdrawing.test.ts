import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

/** The withdraw dialog where the network is slow, or the wallet changes under it: the demo's account. */
test.use({ demo: true })
test.describe.configure({ mode: 'serial' })

const PIN = '481516'
const ADDRESS = 'aleo109q2eaugqradc44qqzlf6n9ghzkazyh6fg2myzqrdzzm4jguxyqqp4d2l8'
const OTHER_ADDRESS = 'aleo1lqmly7ez2k48ajf5hs92ulphaqr05qm4n8qwzj8v0yprmasgpqgsez59gg'

const dialog = (page: Page) => page.getByRole('dialog')
const submit = (page: Page) => dialog(page).getByRole('button', { name: /^Withdraw 0\.5 ALEO/ })
const inReview = (page: Page) => page.getByRole('row').filter({ hasText: 'In review' })

test.beforeEach(async ({ page }) => {
  await page.goto('/login/')
  await page.getByRole('button', { name: /demo/i }).click()
  await page.waitForURL('**/user/overview-main/overview')
})

/** Fills the dialog in up to the payment password. */
async function confirm(page: Page) {
  await page.goto('/user/earnings/withdrawals')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await dialog(page).getByLabel('Amount', { exact: true }).fill('0.5')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page)).toContainText('aleo 109q 2eau')
  await dialog(page).getByLabel('Payment password').fill(PIN)
}

async function cancel(page: Page) {
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Cancel withdrawal' }).click()
  await expect(inReview(page)).toHaveCount(0)
}

test('a payment password and a wallet', async ({ page }) => {
  await page.goto('/user/wallets')
  await page.getByRole('button', { name: 'Add wallet' }).click()
  await dialog(page).getByRole('button', { name: 'Set a payment password' }).click()
  await dialog(page).getByLabel('New payment password').fill(PIN)
  await dialog(page).getByLabel('Once more').fill(PIN)
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await dialog(page).getByLabel('Name').fill('Ledger')
  await dialog(page).getByLabel('Address').fill(ADDRESS)
  await dialog(page).getByLabel('Payment password').fill(PIN)
  await dialog(page).getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog(page)).toBeHidden()
})

test('H10 the dialog stays until its request is answered', async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await page.route('**/withdrawal-log/withdraw', async (route) => {
    await answered.promise
    await route.continue()
  })
  await confirm(page)
  await submit(page).click()
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toContainText('aleo 109q 2eau')
  answered.resolve()
  await expect(page.getByText('Withdrawal sent for review')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  // The next one begins afresh, and can be left.
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(dialog(page).getByLabel('Amount', { exact: true })).toHaveValue('')
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  await expect(dialog(page)).toBeHidden()
  await cancel(page)
})

test('a wallet that was changed in another tab is looked at again before anything is sent', async ({ page }) => {
  await confirm(page)
  const tab = await page.context().newPage()
  await tab.goto('/user/wallets')
  await tab.getByRole('button', { name: 'Edit' }).click()
  await dialog(tab).getByLabel('Address').fill(OTHER_ADDRESS)
  await dialog(tab).getByLabel('Payment password').fill(PIN)
  await dialog(tab).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(tab)).toBeHidden()
  await tab.close()
  await submit(page).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The wallet was changed meanwhile')
  await expect(dialog(page)).toContainText('aleo 1lqm ly7e')
  await expect(inReview(page)).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page)).toContainText('aleo 1lqm ly7e')
  await dialog(page).getByLabel('Payment password').fill(PIN)
  await submit(page).click()
  await expect(inReview(page)).toHaveCount(1)
})
