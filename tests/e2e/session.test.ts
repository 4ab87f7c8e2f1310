import type { Page, Route } from '@playwright/test'
import { userInfo } from '#lib/contract/accounts.ts'
import { registerUser } from '../_world/visitor.ts'
import {
  expect,
  failUntilTried,
  forgetSession,
  holdCall,
  PASSWORD,
  register,
  type Service,
  signUp,
  storedToken,
  test,
  waitForApp,
} from './world.ts'

/** Sets another password by the form. Ends on its confirmation. */
async function resetPassword(page: Page, service: Service, email: string): Promise<void> {
  await page.goto('/password/')
  await page.locator('[name=username]').fill(email)
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('button', { name: /Resend in/ })).toBeVisible()
  await page.locator('[name=verifyCode]').fill(await service.codeFor(email))
  await page.locator('[name=password]').fill(`${PASSWORD}+`)
  await page.locator('[name=confirm]').fill(`${PASSWORD}+`)
  await page.getByRole('button', { name: 'Set new password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is changed' })).toBeFocused()
}

/**
 * Maximum number of messages with this text at the same time, from the next page on. A message shown for a second may
 * disappear with its page before it is checked.
 */
async function maxAtOnce(page: Page, text: string): Promise<() => Promise<number>> {
  await page.addInitScript((expected) => {
    const count = () =>
      [...document.querySelectorAll('[role=alert]')].filter(({ textContent }) => textContent?.includes(expected)).length
    const update = () => sessionStorage.setItem('max', `${Math.max(Number(sessionStorage.getItem('max')), count())}`)
    new MutationObserver(update).observe(document, { subtree: true, childList: true, characterData: true })
  }, text)
  return () => page.evaluate(() => Number(sessionStorage.getItem('max')))
}

test('sets a new password by mail, which ends every session', async ({ page, service, email, browser }) => {
  const messages = await maxAtOnce(page, 'Login Expired')
  await signUp(page, service, email)
  const otherContext = await browser.newContext({ baseURL: service.origin })
  await resetPassword(await otherContext.newPage(), service, email)
  await otherContext.close()
  // An open page is notified, and leaves by itself.
  await page.waitForURL('**/login/?redirect=*')
  expect(await messages()).toBe(1)
})

test('leads from a new password to the sign-in form', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await resetPassword(page, service, email)
  await page.getByRole('status').getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/login/')
  await page.locator('[name=username]').fill(email)
  await page.locator('[name=password]').fill(`${PASSWORD}+`)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/user/overview-main/overview')
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
})

test('leaves another account signed in when a user sets a new password', async ({ page, service, email }) => {
  await signUp(page, service, `other-${email}`)
  await forgetSession(page)
  await signUp(page, service, email)
  const token = await storedToken(page)
  await resetPassword(page, service, `other-${email}`)
  expect(await storedToken(page)).toBe(token)
})

test('shows that the login expired when the service answers before the texts are loaded', async ({
  page,
  service,
  email,
}) => {
  const messages = await maxAtOnce(page, 'Login Expired')
  await signUp(page, service, email)
  await page.route(/\/api\/(?!public-key)/, (route) => route.fulfill({ json: { code: 401, msg: 'expired' } }))
  const texts = await holdCall(page, '**/locales/en/app.json')
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => storedToken(page)).toBeNull()
  texts()
  await page.waitForURL('**/login/?redirect=*')
  expect(await messages()).toBe(1)
})

test('shows one message when ten calls report that the login expired, then leaves', async ({
  page,
  service,
  email,
}) => {
  const messages = await maxAtOnce(page, 'Login Expired')
  // Fails from the first call on: pending calls may hang when the browser starts to intercept.
  let hasExpired = false
  const answer = (route: Route) =>
    hasExpired ? route.fulfill({ json: { code: 401, msg: 'expired' } }) : route.fallback()
  await page.route('**/api/**', answer)
  await signUp(page, service, email)
  await expect(page.getByRole('heading', { name: 'Add your first PC' })).toBeVisible()
  hasExpired = true
  // Timers of a second or longer wait until they are released.
  await page.evaluate(() => {
    const { setTimeout } = window
    const later: (() => void)[] = []
    const onlySoon = (act: () => void, ms = 0) => (ms >= 1000 ? later.push(act) : setTimeout(act, ms))
    Object.assign(window, { setTimeout: onlySoon, goOn: () => later.map((act) => act()) })
    for (let call = 0; call < 10; call += 1) window.dispatchEvent(new Event('online'))
  })
  await expect(page.getByRole('alert').filter({ hasText: 'Login Expired' })).toBeVisible()
  expect(page.url()).not.toContain('/login/')
  await page.evaluate(() => (window as unknown as { goOn(): void }).goOn())
  await page.waitForURL('**/login/?redirect=*')
  expect(await messages()).toBe(1)
  expect(await storedToken(page)).toBeNull()
})

test('shows and changes one account alone when the other tab signs in to another', async ({
  page,
  service,
  email,
  context,
}) => {
  const signIn = async (tab: Page, username: string) => {
    await tab.locator('[name=username]').fill(username)
    await tab.locator('[name=password]').fill(PASSWORD)
    await tab.getByRole('button', { name: 'Sign in', exact: true }).click()
    await tab.waitForURL('**/user/account')
  }
  const second = `second-${email}`
  const ofFirst = await registerUser(service.door, { email, password: PASSWORD })
  const ofSecond = await registerUser(service.door, { email: second, password: PASSWORD })
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.goto('/login/?redirect=/user/account')
  await signIn(page, email)
  await page.getByRole('button', { name: 'Change name' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Name of the first')
  await signIn(other, second)
  // The page is the second account's, without what was typed for the first.
  await expect(page.getByText(second)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: 'Change name' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Name of the second')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Name of the second')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  const names = [ofFirst, ofSecond].map(async ({ call }) => (await call(userInfo, {})).name)
  expect(await Promise.all(names)).toEqual([ofFirst.info.name, 'Name of the second'])
})

test('signs out every tab at once', async ({ page, service, email, context }) => {
  await signUp(page, service, email)
  const other = await context.newPage()
  await other.goto('/user/account')
  await expect(other.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  // A later navigation never happens.
  await other.evaluate(() => Object.assign(window, { setTimeout: () => 0 }))
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login/')
  await other.waitForURL('**/login/')
  expect(await context.cookies()).toEqual([])
})

test.describe('where no service worker fetches for the page', () => {
  test.use({ serviceWorkers: 'block' })

  test('signs out while the service is down, and goes to sign-in when it is back', async ({
    page,
    service,
    email,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_CONNECTION_REFUSED/)
    await signUp(page, service, email)
    await expect(page.getByRole('heading', { name: 'Add your first PC' })).toBeVisible()
    await page.route('**/*', (route) => route.abort('connectionrefused'))
    await page.getByRole('button', { name: 'Account menu' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByText("You're signed out.")).toBeVisible()
    expect(await storedToken(page)).toBeNull()
    await expect(page.getByText(email)).toHaveCount(0)
    await page.unroute('**/*')
    await page.waitForURL('**/login/')
  })
})

test('works for the tab when storage is full or forbidden', async ({ page, service, email }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await register(page, service, email)
  await expect(page.getByRole('heading', { name: 'Add your first PC' })).toBeVisible()
  await page.getByRole('link', { name: 'Devices' }).first().click()
  await expect(page.getByText('No devices yet')).toBeVisible()
})

test('changes language and theme for the tab when storage is forbidden', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('forbidden', 'SecurityError')
      },
    })
  })
  await page.reload()
  await page.getByRole('button', { name: '中文' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
  await page.locator('[data-pick=""]').first().click()
  await page.getByRole('link', { name: '设备' }).first().click()
  await expect(page.getByText('还没有设备')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
})

test('shows that a view failed to load, keeps the rest, and retries', async ({
  page,
  service,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  await signUp(page, service, email)
  await failUntilTried(page, '**/api/machine/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<h1>Wi-Fi login</h1>' }),
  )
  await page.reload()
  await expect(page.getByText('Failed to retrieve data').first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Get the miner' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await expect(page.getByRole('heading', { name: 'Add your first PC' })).toBeVisible()
})

test('shows why the service refuses a read, and once that the shown data are old', async ({
  page,
  service,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 429/)
  await signUp(page, service, email, { to: '/user/overview-main/machine' })
  await expect(page.getByText('No devices yet')).toBeVisible()
  const refusal = 'Too many requests. Try again in 7 s.'
  await page.route('**/api/machine/**', (route) =>
    route.fulfill({ status: 429, json: { code: 4029, msg: refusal, data: { retryAfter: 7 } } }),
  )
  const askAgain = async () => {
    const answered = page.waitForResponse('**/api/machine/getMachineList')
    await page.evaluate(() => window.dispatchEvent(new Event('online')))
    await answered
  }
  await askAgain()
  const news = page.getByRole('alert').getByText(refusal)
  await expect(news).toBeVisible()
  await expect(page.getByText('No devices yet')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await askAgain()
  expect(await news.count()).toBe(0)
  // It is shown once, for as long as it is true.
  await expect(page.getByRole('status').getByText('These figures may be out of date')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/Failed to retrieve data.*Try again in 7 s\./)
})

test('lists sessions and ends a foreign one', async ({ page, service, email, browser }) => {
  await signUp(page, service, email)
  const context = await browser.newContext({
    baseURL: service.origin,
    userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
  })
  const other = await context.newPage()
  await other.goto('/login/')
  await other.locator('[name=username]').fill(email)
  await other.locator('[name=password]').fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL('**/user/**')
  await page.goto('/user/account')
  const row = page.getByRole('listitem').filter({ hasText: 'Firefox, Linux' })
  await row.getByRole('button', { name: 'End session' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The session on Firefox, Linux has ended')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Sessions' })).toBeFocused()
  // Its live updates end with the session, so that it notices by itself.
  await other.waitForURL('**/login/**')
  await context.close()
})

test('shows a browser without a name in the language of the page', async ({ page, service, email, browser }) => {
  await signUp(page, service, email)
  const context = await browser.newContext({ baseURL: service.origin, userAgent: 'Mozilla/5.0 (X11; Linux) Other/1.0' })
  const other = await context.newPage()
  await other.goto('/login/')
  await other.locator('[name=username]').fill(email)
  await other.locator('[name=password]').fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL('**/user/**')
  await other.goto('/user/account')
  const main = other.getByRole('main')
  await expect(main.getByRole('listitem').filter({ hasText: 'Unknown Web, Linux' })).not.toHaveCount(0)
  await other.getByRole('button', { name: '中文' }).first().click()
  await expect(main.getByRole('listitem').filter({ hasText: '未知浏览器，Linux' })).not.toHaveCount(0)
  await expect(main.getByText('Unknown Web')).toHaveCount(0)
  await context.close()
})

test('checks the session again in the app when the stored token is gone', async ({ page, service, email }) => {
  await signUp(page, service, email)
  // Before the app has started, a link loads its page anew.
  await waitForApp(page)
  const devices = page.getByRole('link', { name: 'Devices' }).first()
  await expect(devices).toBeVisible()
  await page.context().clearCookies()
  // A tab that clears its own storage gets no event; a call in between would notice.
  await devices.evaluate((link: HTMLElement) => {
    localStorage.clear()
    link.click()
  })
  await page.waitForURL(`**/login/?redirect=${encodeURIComponent('/user/overview-main/machine')}`)
})
