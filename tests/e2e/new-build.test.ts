import type { Page } from '@playwright/test'
import { expect, holdCall, type Service, signUp, test, waitForApp, waitForWorker } from './world.ts'

const failed = "This page couldn't be loaded."

/** Screens that are requested from now on are missing, as after a deploy; the first `times` times. */
async function loseScreens(page: Page, times = Number.POSITIVE_INFINITY): Promise<void> {
  await page.route('**/_astro/screen.*.js', (route) => route.fulfill({ status: 404, body: '' }), { times })
}

/** Counts the documents that the page loads from now on. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('domcontentloaded', () => {
    loads += 1
  })
  return () => loads
}

test.beforeEach(
  ({ expectedErrors }) =>
    void expectedErrors.push(
      /404/,
      /dynamically imported module/,
      /texts \w+ could not be loaded/,
      /Failed to fetch/,
      /ERR_INTERNET_DISCONNECTED/,
      /ERR_CONNECTION_REFUSED/,
      // A worker that `deploy` ends takes the request that it carries along.
      /net::ERR_FAILED/,
    ),
)

test('reloads the page once when a deploy has replaced its files', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await waitForApp(page)
  const loads = countLoads(page)
  await loseScreens(page, 1)
  await page.getByRole('link', { name: 'Devices' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add device' })).toBeVisible()
  expect(page.url()).toContain('/user/overview-main/machine')
  expect(loads()).toBe(1)
})

test.describe('without a worker, which would have kept the files', () => {
  test.use({ serviceWorkers: 'block' })
  for (const storage of ['kept', 'forbidden'])
    test(`makes no loop when a file stays missing, storage ${storage}`, async ({ page, service, email }) => {
      await signUp(page, service, email)
      if (storage === 'forbidden')
        await page.addInitScript(() => {
          Object.defineProperty(window, 'sessionStorage', {
            get: () => {
              throw new DOMException('forbidden', 'SecurityError')
            },
          })
        })
      await page.goto('/user/overview-main/overview')
      await expect(page.getByRole('button', { name: 'Generate code' })).toBeVisible()
      const loads = countLoads(page)
      await loseScreens(page)
      await page.getByRole('link', { name: 'Devices' }).first().click()
      await expect(page.getByText(failed)).toBeVisible()
      expect(loads()).toBe(1)
      await page.getByRole('link', { name: 'Account' }).first().click()
      await expect(page.getByText(failed)).toBeVisible()
      expect(loads()).toBe(1)
      await page.unroute('**/_astro/screen.*.js')
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByText(failed)).toBeHidden()
      await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
      await expect.poll(loads).toBe(2)
    })
})

test('stays without a network: nothing is missing then', async ({ page, context, service, email }) => {
  await signUp(page, service, email)
  await expect(page.getByRole('button', { name: 'Generate code' })).toBeVisible()
  await waitForWorker(page)
  const loads = countLoads(page)
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page.getByText(failed)).toBeVisible()
  expect(loads()).toBe(0)
})

test('stays while the service is down, and reloads with the service on request', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await expect(page.getByRole('button', { name: 'Generate code' })).toBeVisible()
  const loads = countLoads(page)
  await page.route('**/*', (route) => route.abort('connectionrefused'))
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page.getByText(failed)).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(failed)).toBeVisible()
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  await page.getByRole('link', { name: 'Account' }).first().click()
  expect(loads()).toBe(0)
  await page.unroute('**/*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText(failed)).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  expect(loads()).toBe(1)
})

test('a part whose code failed to load without a network loads when it is requested again', async ({
  page,
  context,
  service,
  email,
}) => {
  await signUp(page, service, email)
  await waitForApp(page)
  const withdraw = page.getByRole('button', { name: 'Withdraw', exact: true }).first()
  await expect(withdraw).toBeVisible()
  await waitForWorker(page)
  const loads = countLoads(page)
  await context.setOffline(true)
  await withdraw.click()
  const part = page.getByRole('alert').filter({ hasText: "This part couldn't be shown." })
  await expect(part).toBeVisible()
  await part.getByRole('button', { name: 'Try again' }).click()
  await expect(part).toBeVisible()
  expect(loads()).toBe(0)
  await context.setOffline(false)
  await part.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(loads).toBe(1)
  await waitForApp(page)
  await withdraw.click()
  await expect(page.getByRole('dialog', { name: 'Withdraw', exact: true })).toBeVisible()
})

/**
 * Opens a screen without files of this name, for which the page reloads itself once. The browser has none of them
 * cached.
 */
async function openWithout(files: string, page: Page, service: Service, email: string): Promise<void> {
  const loads = countLoads(page)
  const lostIn = new Set<number>()
  await page.route(files, (route) => {
    lostIn.add(loads())
    return route.fulfill({ status: 404, body: '' })
  })
  await signUp(page, service, email, { to: '/user/account' })
  await expect.poll(() => lostIn.has(2)).toBe(true)
  await waitForApp(page)
  // Its code is still on the way when the screen is there, and the browser complains where that breaks off.
  await waitForWorker(page)
  await page.unroute(files)
}

test('a phone keeps its navigation when the sheet behind "More" fails to load, and opens it at the next press', async ({
  page,
  context,
  service,
  email,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openWithout('**/_astro/dialog.*.js', page, service, email)
  const more = page.getByRole('navigation', { name: 'Main, short' }).getByRole('button', { name: 'More' })
  await context.setOffline(true)
  await more.click()
  await expect(page.getByRole('alert').getByText("This part couldn't be shown.")).toBeVisible()
  await expect(more).toBeVisible()
  await context.setOffline(false)
  await more.click()
  await expect(page.getByRole('dialog', { name: 'More' })).toBeVisible()
})

test("the toasts' code is loaded again when the connection returns", async ({ page, context, service, email }) => {
  await openWithout('**/_astro/toaster.*.js', page, service, email)
  await expect(page.locator('.toaster')).toHaveCount(0)
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(page.locator('.toaster')).toBeAttached()
})

/** Only a page that the service worker controls notices that another one is new. A load passes by one that cannot start in time. */
async function reloadControlled(page: Page): Promise<void> {
  await expect(async () => {
    await page.reload()
    await waitForApp(page)
    expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  }).toPass()
}

/**
 * A worker of another build takes over, as after a deploy. It does so when the old one ends, and what developer tools
 * watch, as here, the browser may keep alive for minutes: it is told to end it.
 */
async function deploy(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page)
  await tools.send('ServiceWorker.enable')
  await page.evaluate(() => navigator.serviceWorker.register('/sw.js?another').then(() => undefined))
  const hasReplaced = async () => {
    const { isWaiting, current } = await page.evaluate(async () => ({
      isWaiting: Boolean((await navigator.serviceWorker.getRegistration())?.waiting),
      current: navigator.serviceWorker.controller?.scriptURL,
    }))
    if (isWaiting) await tools.send('ServiceWorker.stopAllWorkers')
    return current?.endsWith('?another')
  }
  await expect.poll(hasReplaced).toBe(true)
  await tools.detach()
}

test('shows a new version until it is loaded or the message is closed, by keyboard as well', async ({
  page,
  service,
  email,
}) => {
  await signUp(page, service, email)
  await waitForWorker(page)
  await reloadControlled(page)
  await page.clock.install()
  await deploy(page)
  const notice = page.getByRole('status').filter({ hasText: 'A new version is ready.' })
  await expect(notice).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(notice).toBeVisible()
  const reload = notice.getByRole('button', { name: 'Reload' })
  await reload.focus()
  await page.keyboard.press('Tab')
  await expect(notice.getByRole('button', { name: 'Close' })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(reload).toBeFocused()
  const loads = countLoads(page)
  await page.keyboard.press('Enter')
  await expect.poll(loads).toBe(1)
  await waitForApp(page)
})

test('closes the message about a new version, in Chinese', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await waitForWorker(page)
  await page.evaluate(() => localStorage.setItem('localeLang', 'zh'))
  await reloadControlled(page)
  await deploy(page)
  const notice = page.getByRole('status').filter({ hasText: '新版本已就绪。' })
  await expect(notice.getByRole('button', { name: '刷新' })).toBeVisible()
  await notice.getByRole('button', { name: '关闭' }).click()
  await expect(notice).toBeHidden()
})

test('shows a new version that has taken over before the code of the message was there', async ({
  page,
  service,
  email,
}) => {
  await signUp(page, service, email)
  await waitForWorker(page)
  const { promise: isDeployed, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/_astro/second-steps.*.js', async (route) => {
    await isDeployed
    await route.continue()
  })
  await reloadControlled(page)
  await deploy(page)
  release()
  await expect(page.getByRole('status').filter({ hasText: 'A new version is ready.' })).toBeVisible()
})

const lateOf = (page: Page) => page.getByRole('alert').filter({ hasText: 'This is taking longer than usual.' })

for (const [what, pattern] of [
  ['the texts', '**/locales/en/app.json'],
  ['a core module', '**/_astro/app.*.js*'],
] as const)
  test(`shows an error in the static shell when ${what} fails to load, and reloads it`, async ({
    page,
    service,
    email,
  }) => {
    await signUp(page, service, email)
    await waitForApp(page)
    await page.route(pattern, (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto('/user/account')
    await expect(lateOf(page)).toBeVisible()
    await page.unroute(pattern)
    await lateOf(page).getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
    await expect(lateOf(page)).toHaveCount(0)
  })

test('shows an error in the static shell after 15 s without an answer, and removes it later', async ({
  page,
  service,
  email,
}) => {
  await signUp(page, service, email)
  await waitForApp(page)
  await page.clock.install()
  const answer = await holdCall(page, '**/locales/en/app.json')
  await page.goto('/user/account')
  await expect(lateOf(page)).toBeHidden()
  await page.clock.fastForward(15_000)
  await expect(lateOf(page)).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await expect(lateOf(page)).toHaveCount(0)
})
