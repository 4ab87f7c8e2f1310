import type { Locator, Page } from '@playwright/test'
import { md5Digest } from '#lib/api/digest.ts'
import { addWallet } from '#lib/contract/wallets.ts'
import { createVisitor } from '../_world/visitor.ts'
import { addresses } from '../_world/wallets.ts'
import { forgetDealings, proveByCode } from './demo-account.ts'
import { findProblems } from './lenses/axe.ts'
import {
  enterDemo,
  expect,
  failUntilTried,
  holdCall,
  OVERVIEW,
  type Service,
  signUp,
  storedToken,
  test,
} from './world.ts'

/** The demo's account withdraws for the first time. Each test continues from the state of the previous one. */
test.use({ demo: true, own: 'withdrawals' })
test.describe.configure({ mode: 'serial' })

const PIN = '481516'
const ADDRESS = 'aleo109q2eaugqradc44qqzlf6n9ghzkazyh6fg2myzqrdzzm4jguxyqqp4d2l8'
const OTHER_ADDRESS = 'aleo1mhtp5enrhgx2za9m09eg5pk4a463fp6ujs8rrmnxv98k7eq9yvpqv0xn66'

const NETWORKS = '**/api/user-wallet/network-chains'

const dialog = (page: Page) => page.getByRole('dialog')

test.beforeAll(({ service }) => forgetDealings(service))
test.beforeEach(({ page, service }) => enterDemo(page, service))

test('a payment password comes before the first wallet', async ({ page, service }) => {
  await page.goto('/user/wallets')
  await page.getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog(page)).toContainText('Payment password not set!')
  await expect(page.getByRole('dialog', { name: 'Set a payment password' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Set a payment password' }).click()
  const set = async (one: string, other: string) => {
    await dialog(page).getByLabel('New payment password').fill(one)
    await dialog(page).getByLabel('Repeat password').fill(other)
    await dialog(page).getByRole('button', { name: 'Save' }).click()
  }
  await set('123456', '123456')
  await expect(dialog(page).getByRole('alert')).toContainText('repeated or sequential')
  await set(PIN, '481517')
  await expect(dialog(page).getByRole('alert')).toContainText('do not match')
  await expect(dialog(page).getByLabel('Repeat password')).toBeFocused()
  await set(PIN, PIN)
  await expect(dialog(page).getByRole('alert')).toContainText('the password you sign in with')
  await expect(dialog(page).getByLabel('Account password')).toBeFocused()
  await dialog(page).getByLabel('Account password').fill('Not-This-One-7')
  await set(PIN, PIN)
  await expect(dialog(page).getByRole('alert')).toContainText("isn't your account password")
  await proveByCode(page, service)
  await set(PIN, PIN)
  await expect(dialog(page).getByLabel('Select Network')).toBeVisible()
  await expect(page.getByRole('dialog', { name: 'Add wallet' })).toBeVisible()
})

test('the form for a wallet loads with its networks, or shows that they failed to load', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 429/)
  const refusal = 'Too many requests. Try again in 7 s.'
  await failUntilTried(page, NETWORKS, (route) =>
    route.fulfill({ status: 429, json: { code: 4029, msg: refusal, data: { retryAfter: 7 } } }),
  )
  await page.goto('/user/wallets')
  await page.getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog(page).getByText(refusal)).toBeVisible()
  await expect(dialog(page).getByLabel('Name')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialog(page).getByLabel('Select Network')).not.toHaveValue('')
})

/** Wallets of other coins, so that there are five. */
async function addOthers(page: Page, { door }: Service): Promise<void> {
  const token = await storedToken(page)
  const user = createVisitor(door, { token: token ?? '' })
  for (const [currencyCode, chainCode] of [
    ['GRASS', 'SOLANA'],
    ['USDT', 'BSC'],
    ['USDT', 'TRON'],
    ['USDT', 'ETHEREUM'],
  ] as const)
    await user.call(addWallet, {
      ...{ addressName: `Other ${chainCode}`, walletAddress: addresses[chainCode], currencyCode, chainCode },
      paymentPassword: md5Digest(PIN),
    })
}

test('a wallet is added, on hold for a day, found and renamed', async ({ page, service }) => {
  await page.goto('/user/wallets')
  await page.getByRole('button', { name: 'Add wallet' }).click()
  await dialog(page).getByLabel('Name').fill('Ledger main')
  await dialog(page)
    .getByLabel('Address')
    .fill(`${ADDRESS.slice(0, -1)}9`)
  await dialog(page).getByLabel('Payment password').fill(PIN)
  await dialog(page).getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText("doesn't match the network selected")
  await dialog(page).getByLabel('Address').fill(ADDRESS)
  await dialog(page).getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByText('aleo 109q 2eau', { exact: false })).toBeVisible()
  await expect(page.getByText(/Withdrawals wait until .* UTC/)).toBeVisible()
  // A coin without a wallet says so, and its button chooses it.
  await page.getByRole('region', { name: 'GRASS' }).getByRole('button', { name: 'Add wallet' }).click()
  await expect(dialog(page).getByLabel('Select Network')).toHaveValue(/^GRASS/)
  await dialog(page).getByRole('button', { name: 'Close' }).click()
  // A few need no search.
  await expect(page.getByLabel('Search by name')).toHaveCount(0)
  await addOthers(page, service)
  await page.reload()
  await page.getByLabel('Search by name').fill('nothing')
  await expect(page.getByText('No matching wallet')).toBeVisible()
  // A wallet keeps its network: to change it, the others are not waited for.
  await page.route(NETWORKS, () => undefined)
  await page.reload()
  await page.getByLabel('Search by name').fill('MAIN')
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog(page).getByLabel('Name').fill('Ledger 2')
  await dialog(page).getByLabel('Payment password').fill(PIN)
  await dialog(page).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.getByLabel('Search by name').fill('')
  await expect(page.getByRole('listitem').filter({ hasText: 'Ledger 2' })).toBeVisible()
})

test('USDT can be paid out on Solana, to a wallet and not to its token account', async ({ page }) => {
  await page.goto('/user/wallets')
  await page.getByRole('button', { name: 'Add wallet' }).first().click()
  await dialog(page).getByLabel('Select Network').selectOption('USDT · Solana')
  await dialog(page).getByLabel('Name').fill('Phantom')
  const address = dialog(page).getByLabel('Address')
  // The account of USDT of the wallet below, which explorers show beside it.
  await address.fill('AfJabZWVNfxiZ6zvQgmLpo2yaHRGHxEbeCcu7UwxhEgD')
  await address.blur()
  await expect(dialog(page).getByRole('alert')).toContainText('belongs to a token or a program, not to a wallet')
  await address.fill(addresses.SOLANA)
  await address.blur()
  await expect(dialog(page).getByRole('alert')).toHaveCount(0)
})

async function fillAmount(page: Page, amount: string) {
  await page.goto('/user/earnings/withdrawals')
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await dialog(page).getByLabel('Amount', { exact: true }).fill(amount)
}

/** Fills the dialog in up to the payment password. */
async function confirmAmount(page: Page, amount: string) {
  await fillAmount(page, amount)
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page)).toContainText('aleo 109q 2eau')
  await dialog(page).getByLabel('Payment password').fill(PIN)
}

test('amount and received amount follow each other, and limits are shown', async ({ page }) => {
  await fillAmount(page, '0.2')
  await expect(dialog(page).getByRole('alert')).toContainText('must be at least 0.3 ALEO')
  await dialog(page).getByLabel('You receive').fill('0.4')
  await expect(dialog(page).getByLabel('Amount', { exact: true })).toHaveValue('0.45')
  // Invalid input stays as typed, with a hint.
  for (const field of [dialog(page).getByLabel('You receive'), dialog(page).getByLabel('Amount', { exact: true })]) {
    await field.fill('3.5x')
    await expect(dialog(page).getByRole('alert')).toHaveText('Use digits, and a point for decimals, for example 3.5.')
    await expect(field).toHaveValue('3.5x')
    await expect(field).toHaveAttribute('aria-invalid', 'true')
  }
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page).getByLabel('Payment password')).toHaveCount(0)
  await dialog(page).getByLabel('Amount', { exact: true }).fill('1000')
  await expect(dialog(page).getByRole('alert')).toContainText('available')
  await expect(dialog(page).getByLabel('You receive')).toHaveValue('999.95')
  await expect(dialog(page)).toContainText('Nothing can be sent yet')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page).getByRole('status').filter({ hasText: 'available' })).toBeVisible()
  await expect(dialog(page).getByLabel('Amount', { exact: true })).toBeFocused()
  await dialog(page).getByLabel('Amount', { exact: true }).fill('999')
  await expect(dialog(page).getByRole('alert')).toContainText('available')
  await dialog(page).getByRole('button', { name: 'Max' }).click()
  await expect(dialog(page).getByRole('alert')).toBeHidden()
  await expect(dialog(page).getByLabel('You receive')).toHaveValue(/^\d+\.\d{1,4}$/)
  const shown = (
    (await dialog(page)
      .getByText(/^Available /)
      .textContent()) ?? ''
  ).replace('Available ', '')
  expect(Number(await dialog(page).getByLabel('Amount', { exact: true }).inputValue())).toBe(Number(shown))
  await dialog(page)
    .getByRole('button', { name: /^All of it, / })
    .click()
  await expect(dialog(page).getByLabel('Amount', { exact: true })).toHaveValue(/^\d+\.\d{5,6}$/)
  expect(await findProblems(page, 'dialog[open]')).toEqual([])
})

test('a lost answer and a double click never make two', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  await fillAmount(page, '0.5')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  await expect(dialog(page)).toContainText('aleo 109q 2eau')
  await dialog(page).getByLabel('Payment password').fill('000000')
  await dialog(page)
    .getByRole('button', { name: /Withdraw 0\.5 ALEO/ })
    .click()
  await expect(dialog(page).getByRole('alert')).toContainText('4')
  // The service acts, and its answer is lost.
  let lost = false
  await page.route('**/withdrawal-log/withdraw', async (route) => {
    if (lost) return route.continue()
    lost = true
    await route.fetch()
    return route.abort()
  })
  await dialog(page).getByLabel('Payment password').fill(PIN)
  const submit = dialog(page).getByRole('button', { name: /Withdraw 0\.5 ALEO/ })
  await submit.click()
  await expect(dialog(page).getByRole('alert')).toContainText('never made twice')
  await submit.dblclick()
  await expect(page.getByText('Withdrawal sent for review')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'All 1' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'In review' })).toHaveCount(1)
})

test('a withdrawal in review is cancelled after a confirmation', async ({ page }) => {
  await page.goto('/user/earnings/withdrawals')
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(dialog(page)).toContainText('Confirm cancelling withdrawal?')
  await dialog(page).getByRole('button', { name: 'Cancel withdrawal' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Cancelled' })).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Not paid 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toHaveCount(0)
})

test('each step sends a message, which the bell announces', async ({ page }) => {
  const bell = page.getByRole('link', { name: /^\d+ unread messages$/ })
  await page.goto(OVERVIEW)
  // Messages about the account's security, and two about the withdrawal.
  const count = Number.parseInt((await bell.textContent()) || (await bell.getAttribute('aria-label')) || '', 10)
  expect(count).toBeGreaterThanOrEqual(2)
  await bell.click()
  await page.waitForURL('**/messages')
  const list = page.getByRole('region', { name: 'Messages' })
  const unread = page.getByRole('tab', { name: /^Unread/ })
  // A sign-in is reported too, a little later: tab and bell show the same number.
  const countIn = async (place: Locator) => Number(/\d+/.exec((await place.textContent()) ?? '')?.[0])
  await expect.poll(() => countIn(unread)).toBeGreaterThanOrEqual(count)
  await list.getByRole('button', { name: /^Unread: Withdrawal of 0\.5 ALEO cancelled/ }).click()
  await expect(page.getByRole('heading', { name: 'Withdrawal of 0.5 ALEO cancelled' })).toBeFocused()
  await expect(page.getByRole('article')).toContainText('The whole amount, fee included, is back in your balance.')
  await expect(list.getByRole('button', { name: /^Unread: Withdrawal of 0\.5 ALEO cancelled/ })).toHaveCount(0)
  await expect
    .poll(async () => (await bell.getAttribute('aria-label'))?.startsWith(`${await countIn(unread)} `))
    .toBe(true)
  expect(await findProblems(page)).toEqual([])
  // On a phone what is read takes the place of the list.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(list).toBeHidden()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(page.getByText('All messages marked as read.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Messages', exact: true }).first()).toBeVisible()
  await page.getByRole('tab', { name: 'Message', exact: true }).click()
  // Beside them are those that another file's journeys have read.
  await expect.poll(() => list.getByRole('button').count()).toBeGreaterThanOrEqual(count)
  await expect(list.getByRole('button', { name: /^Unread/ })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('No unread messages')).toBeVisible()
})

test('H10 the dialog stays until its request is answered', async ({ page }) => {
  const answer = await holdCall(page, '**/withdrawal-log/withdraw')
  await confirmAmount(page, '0.5')
  await dialog(page).getByRole('button', { name: 'Withdraw 0.5 ALEO' }).click()
  await expect(dialog(page).getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  await expect(dialog(page)).toContainText('aleo 109q 2eau')
  answer()
  await expect(page.getByText('Withdrawal sent for review')).toBeVisible()
  await expect(dialog(page)).toBeHidden()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Cancel withdrawal' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'In review' })).toHaveCount(0)
})

test('no coins are sent when the wallet was changed in another tab', async ({ page }) => {
  await confirmAmount(page, '0.5')
  const tab = await page.context().newPage()
  await tab.goto('/user/wallets')
  await tab.getByRole('button', { name: 'Edit Ledger 2' }).click()
  await dialog(tab).getByLabel('Address').fill(OTHER_ADDRESS)
  await dialog(tab).getByLabel('Payment password').fill(PIN)
  await dialog(tab).getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog(tab)).toBeHidden()
  await tab.close()
  await dialog(page).getByRole('button', { name: 'Withdraw 0.5 ALEO' }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('The wallet has changed in the meantime')
  await expect(dialog(page)).toContainText('aleo 1mht p5en')
  await page.reload()
  await expect(page.getByRole('row').filter({ hasText: 'Cancelled' })).toHaveCount(2)
  await expect(page.getByRole('row').filter({ hasText: 'In review' })).toHaveCount(0)
})

test('a locked payment password shows the end of its lock, and a code ends the lock', async ({ page, service }) => {
  await fillAmount(page, '0.6')
  await dialog(page).getByRole('button', { name: 'Continue' }).click()
  for (let tries = 0; tries < 5; tries += 1) {
    await dialog(page).getByLabel('Payment password').fill('000000')
    await dialog(page)
      .getByRole('button', { name: /Withdraw 0\.6/ })
      .click()
    await expect(dialog(page).getByLabel('Payment password')).toHaveValue('')
  }
  await page.goto('/user/account')
  const panel = page.getByRole('region', { name: 'Payment password' })
  await expect(panel).toContainText(/Locked until .* UTC, \d+\sm from now/)
  await panel.getByRole('button', { name: 'Change or reset' }).click()
  await dialog(page).getByLabel('New payment password').fill('271828')
  await dialog(page).getByLabel('Repeat password').fill('271828')
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(dialog(page).getByLabel('E-mail code')).toBeFocused()
  await dialog(page).getByRole('button', { name: 'Send code' }).click()
  await expect(dialog(page).getByText('Sent to your address')).toBeVisible()
  await dialog(page)
    .getByLabel('E-mail code')
    .fill(await service.codeFor('demo@idleforge.example'))
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/Withdrawals wait until/)).toBeVisible()
  await expect(panel.getByText('Set', { exact: true })).toBeVisible()
})

test('a withdrawal of nothing says so before it asks for a payment password', async ({ page, service, email }) => {
  await signUp(page, service, email, { to: '/user/earnings/withdrawals' })
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Withdraw', exact: true })).toContainText('Nothing to withdraw yet')
  await expect(dialog(page)).not.toContainText('payment password')
  await dialog(page).getByRole('link', { name: 'View earnings' }).click()
  await expect(dialog(page)).toBeHidden()
})
