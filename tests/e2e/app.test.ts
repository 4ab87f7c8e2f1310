import { HOME_NETWORK } from '#world/chromium.ts'
import { expect, register, signUp, test, waitForApp } from './world.ts'

test('changes language and theme, and remembers both', async ({ page, service, email }) => {
  await signUp(page, service, email)
  await page.getByRole('button', { name: '中文' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
  expect(await page.getAttribute('html', 'lang')).toBe('zh-CN')
  const before = await page.getAttribute('html', 'data-theme')
  await page.getByRole('button', { name: '切换日间与夜间' }).first().click()
  const after = await page.getAttribute('html', 'data-theme')
  expect(after).not.toBe(before)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '概览' })).toBeVisible()
  expect(await page.getAttribute('html', 'data-theme')).toBe(after)
})

test('follows redirects, sets titles, moves focus, and restores the scroll position on the way back', async ({
  page,
  service,
  email,
}) => {
  await signUp(page, service, email, { to: '/user' })
  await page.waitForURL('**/user/overview-main/overview')
  await expect(page).toHaveTitle('Overview · Idleforge')
  await page.getByRole('link', { name: 'Devices' }).first().click()
  await expect(page).toHaveTitle('Devices · Idleforge')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.goBack()
  await expect(page).toHaveTitle('Overview · Idleforge')
})

test('works on plain http in a home network, where browsers lack some APIs', async ({ browser, service, email }) => {
  const { port } = new URL(service.origin)
  const context = await browser.newContext({ baseURL: `http://${HOME_NETWORK}:${port}` })
  const page = await context.newPage()
  await register(page, service, email)
  expect(await page.evaluate(() => [isSecureContext, 'clipboard' in navigator, 'randomUUID' in crypto])).toEqual([
    false,
    false,
    false,
  ])
  await page.getByRole('link', { name: 'Get the miner' }).first().click()
  await expect(page).toHaveTitle('Get the miner · Idleforge')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.evaluate(() => document.body.append(document.createElement('textarea')))
  await page.locator('textarea').focus()
  await page.keyboard.press('Control+V')
  await expect(page.locator('textarea')).toHaveValue(
    `node idleforge-miner.mjs --service http://${HOME_NETWORK}:${port} --code XXXXXXXX`,
  )
  await page.goBack()
  await expect(page).toHaveTitle('Overview · Idleforge')
  await context.close()
})

test('measures, copies and keeps a form on plain http', async ({ browser, service, email }) => {
  const { port } = new URL(service.origin)
  const context = await browser.newContext({ baseURL: `http://${HOME_NETWORK}:${port}` })
  const page = await context.newPage()
  await page.goto('/pc/')
  expect(await page.evaluate(() => [isSecureContext, 'subtle' in crypto, 'clipboard' in navigator])).toEqual([
    false,
    false,
    false,
  ])
  await page.getByRole('button', { name: 'Measure this PC for 5 seconds' }).click()
  await expect(page.getByText(/^Measured in this browser on \d+ of \d+ threads: [\d.]+ MH\/s\./)).toBeVisible()

  await page.goto('/docs/developers/')
  const block = page.locator('.copyable').first()
  await block.getByRole('button', { name: 'Copy' }).click()
  await expect(block.getByRole('status')).toHaveText('Copied')

  await register(page, service, email)
  await page.goto('/user/gpu/my-gpu')
  await page.getByRole('button', { name: 'New template' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('My server')
  await form.getByRole('button', { name: 'Add a variable' }).click()
  await form.getByRole('button', { name: 'Add a variable' }).click()
  await expect(form.getByLabel('Name', { exact: true })).toHaveValue('My server')
  await context.close()
})

test('shows the not-found page for nonsense', async ({ page, service, email }) => {
  await signUp(page, service, email)
  for (const path of ['/user/nonsense', '/messages/nonsense']) {
    await page.goto(path)
    await expect(page.getByText('This page is idle.')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Go to the overview' }).click()
  await expect(page).toHaveTitle('Overview · Idleforge')
})

test('shows frequent questions beside a screen, with links to the answers', async ({ page, service, email }) => {
  await signUp(page, service, email, { to: '/user/overview-main/machine' })
  const questions = page.getByRole('region', { name: 'Questions about this' })
  const first = questions.getByRole('link').first()
  const question = (await first.textContent()) ?? ''
  await first.click()
  await expect(page).toHaveURL(/\/faq\/devices\/#/)
  await expect(page.locator(':target')).toHaveText(question)
})

test('reports each navigation by its path alone', async ({ page, service, email }) => {
  await signUp(page, service, email)
  // The app after a registration reports as well: now or earlier, but not later.
  await page.goto('about:blank')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/user/official-active')) calls.push(request.postData() ?? '')
  })
  await page.goto('/user/overview-main/overview?secret=1')
  await expect.poll(() => calls.length).toBe(1)
  await page.getByRole('link', { name: 'Devices' }).first().click()
  await expect.poll(() => calls.length).toBe(2)
  for (const body of calls) expect(body).toMatch(/^\{"q":"04[0-9a-f]+"\}$/)
})

test('can be used by keyboard alone', async ({ page, service, email }) => {
  await page.goto('/register/')
  await expect(page.getByRole('button', { name: 'Create account' })).toBeEnabled()
  const type = async (name: string, text: string) => {
    for (let tabs = 0; tabs < 15; tabs += 1) {
      if ((await page.evaluate(() => document.activeElement?.getAttribute('name'))) === name) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type(text)
  }
  await type('username', email)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const code = await service.codeFor(email)
  await page.keyboard.press('Shift+Tab')
  await type('verifyCode', code)
  await type('password', 'Idle-Forge-2026')
  await type('confirm', 'Idle-Forge-2026')
  await type('terms', ' ')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/user/overview-main/overview')
  await expect(page.getByRole('button', { name: 'Generate code' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveTitle('Overview · Idleforge')
  await page.goto('/user/overview-main/machine')
  await page.getByRole('button', { name: 'Add device' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add device' })).toBeFocused()
})

test('closes a dialog when Escape is pressed before it was painted', async ({ page, service, email }) => {
  await signUp(page, service, email, { to: '/user/overview-main/machine' })
  const add = page.getByRole('button', { name: 'Add device' })
  await expect(add).toBeEnabled()
  const seen = await add.evaluate(async (button: HTMLButtonElement) => {
    button.focus()
    button.click()
    await Promise.resolve()
    const isOpen = document.querySelector('dialog[open]') !== null
    button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
    return { isOpen, isModal: document.querySelector('dialog:modal') !== null }
  })
  expect(seen).toEqual({ isOpen: true, isModal: false })
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(add).toBeFocused()
})

test('has only the navigation of its width, also when the width changes under an open sheet', async ({
  page,
  service,
  email,
}) => {
  await signUp(page, service, email)
  await waitForApp(page)
  const [sidebar, dock] = [page.locator('aside'), page.locator('nav.dock')]
  await expect(dock).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(sidebar).toHaveCount(0)
  await page.getByRole('button', { name: 'More' }).click()
  await expect(page.locator('dialog:modal')).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 800 })
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await sidebar.getByRole('link', { name: 'Devices' }).click()
  await expect(page).toHaveTitle('Devices · Idleforge')
})

test('a public page reports its path when it is idle, from a worker', async ({ page }) => {
  const report = page.waitForRequest('**/api/user/official-active')
  await page.goto('/terms/?secret=1')
  const request = await report
  expect(request.postData()).toMatch(/^\{"q":"04[0-9a-f]+"\}$/)
  expect(request.headers().token).toBeUndefined()
  // The worker ends with its answer, and the browser keeps no body of it.
  expect((await request.response())?.status()).toBe(200)
})

test('T5 a phone whose clock is hours off gets every call answered', async ({
  page,
  service,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 400/)
  await signUp(page, service, email)
  await page.addInitScript(() => {
    const right = Date.now
    Date.now = () => right() - 25 * 3_600_000
  })
  const refused = new Set<string>()
  const answered = new Set<string>()
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    if (answer.status() === 400) refused.add(pathname)
    else if (refused.has(pathname)) answered.add(pathname)
  })
  await page.reload()
  await waitForApp(page)
  // Calls that began together are refused together; each is sent again with the service's time.
  await expect.poll(() => refused.size).toBeGreaterThan(0)
  await expect.poll(() => [...refused].filter((path) => !answered.has(path))).toEqual([])
  await expect(page.getByText('Failed to retrieve data')).toHaveCount(0)
})
