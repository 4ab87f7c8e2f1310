import { readFileSync } from 'node:fs'
import { MINER_FILE } from '#lib/rules/miner.ts'
import { isWhole } from './parts.ts'
import { expect, signUp, test, waitForApp, waitForWorker } from './world.ts'

test.beforeEach(({ expectedErrors }) => void expectedErrors.push(/ERR_INTERNET_DISCONNECTED/, /ERR_CONNECTION_REFUSED/))

const lost = 'No connection. What you see may be out of date'

test('an open screen shows at once that the connection is lost, until it is back', async ({
  page,
  context,
  service,
  email,
}) => {
  // No timer says it: none comes to its end.
  await signUp(page, service, email, { to: '/user/account' })
  await waitForApp(page)
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await waitForWorker(page)
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1_000)
  const notice = page.getByRole('status').filter({ hasText: lost })
  await context.setOffline(true)
  await expect(notice).toBeVisible()
  await page.clock.resume()
  await context.setOffline(false)
  await expect(notice).toHaveCount(0)
})

test('an open screen shows at the first call that the service is unreachable', async ({ page, service, email }) => {
  await signUp(page, service, email, { to: '/user/account' })
  await waitForApp(page)
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await page.route('**/api/**', (route) => route.abort('connectionrefused'))
  const notice = page.getByRole('status').filter({ hasText: lost })
  await expect(notice).toBeVisible()
  await page.unroute('**/api/**')
  await expect(notice).toHaveCount(0)
})

/** Each page of the site answers in the same way; `npm run test:long -- journeys` takes more of them. */
const publicPages = ['/', '/zh/faq/', '/login/', ...(isWhole ? ['/docs/withdrawals/', '/status/'] : [])]

for (const path of publicPages)
  test(`the public page ${path} shows that there is no connection, and opens when there is`, async ({
    page,
    context,
    service,
    email,
  }) => {
    await signUp(page, service, email)
    await waitForApp(page)
    await waitForWorker(page)
    await page.goto('/robots.txt')
    // Signed out: the sign-in page stays.
    await page.evaluate(() => localStorage.removeItem('userInfo'))
    await context.clearCookies()
    await context.setOffline(true)
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'No connection' })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(path)
  })

test('a page is loaded while the worker starts, and downloads pass through it', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await waitForApp(page)
  await waitForWorker(page)
  const state = await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.getState())
  expect(state.enabled).toBe(true)
  await page.goto('/faq/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const served = Buffer.from(await (await fetch(`${service.origin}/${MINER_FILE}`)).arrayBuffer())
  const shown = await page.goto(`/${MINER_FILE}`)
  expect(shown && (await shown.body()).equals(served)).toBe(true)
  await page.goto('/download/')
  const saved = page.waitForEvent('download')
  await page.locator('#command-line').getByRole('link', { name: 'Download the miner' }).click()
  expect(readFileSync(await (await saved).path()).equals(served)).toBe(true)
})
