import type { Page } from '@playwright/test'
import { readersInTurn } from './readers.ts'
import { texts } from './texts.ts'
import { expect, signUp, test, waitForApp, waitForWorker } from './world.ts'

/** News appear on every open page without a reload, and a page without a connection shows it. */
test.describe.configure({ mode: 'serial' })
test.use({ timed: 'live' })

/** Disables polling: only the stream brings news. */
async function stopPolling(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window
    const onlySoon = (act: () => void, ms = 0) => (ms > 2_000 ? 0 : setTimeout(act, ms))
    Object.assign(window, { setTimeout: onlySoon })
  })
}

test('two tabs and another browser of the user receive news, over one stream a browser', async ({
  page,
  context,
  browser,
  service,
  email,
}) => {
  await stopPolling(page)
  await signUp(page, service, email)
  await waitForApp(page)
  const second = await context.newPage()
  await stopPolling(second)
  await second.goto('/messages')
  await waitForApp(second)
  const otherContext = await browser.newContext({ baseURL: service.origin, viewport: { width: 390, height: 844 } })
  const phone = await otherContext.newPage()
  await phone.goto('/robots.txt')
  for (const [name, value] of Object.entries(await page.evaluate(() => ({ ...localStorage }))))
    await phone.evaluate(([key, text]) => localStorage.setItem(key, text), [name, value] as const)
  await otherContext.addCookies(await context.cookies())
  await phone.evaluate(() => localStorage.setItem('localeLang', 'zh'))
  await phone.goto('/messages')
  await waitForApp(phone)
  const ran = await service.operate(
    `message --user ${email} --title "Hello" --title-zh "你好" --text "From **us**." --text-zh "来自**我们**。" --yes`,
  )
  expect(ran).toMatchObject({ code: 0 })
  // Messages leave by the minute.
  await service.goTo(service.now() + 60_000)
  await expect(page.getByRole('link', { name: '1 unread message' })).toBeVisible()
  await expect(second.getByRole('button', { name: /^Unread: Hello/ })).toBeVisible()
  await phone.getByRole('button', { name: /你好/ }).click()
  // Read there, and so everywhere.
  await expect(page.getByRole('link', { name: '1 unread message' })).toHaveCount(0)
  const held = await second.evaluate(async () => (await navigator.locks.query()).held?.map(({ name }) => name))
  expect(held).toEqual(['live'])
  await otherContext.close()
})

/** Lets a test cut the stream of a page, like a lost network, and read its events. */
async function holdStream(page: Page) {
  await page.addInitScript(() => {
    const { fetch } = window
    let stop = new AbortController()
    let mend = () => {}
    let whole = Promise.resolve()
    const received: string[] = []
    window.fetch = async (input, init) => {
      if (!String(input).endsWith('/api/live')) return fetch(input, init)
      await whole
      stop = new AbortController()
      const { signal } = init as { signal: AbortSignal }
      const answer = await fetch(input, { ...init, signal: AbortSignal.any([signal, stop.signal]) })
      const [mine, theirs] = answer.body?.tee() ?? []
      const at = received.push('') - 1
      const recorder = new WritableStream<string>({ write: (text) => void received.splice(at, 1, received[at] + text) })
      mine
        ?.pipeThrough(new TextDecoderStream())
        .pipeTo(recorder)
        .catch(() => undefined)
      return new Response(theirs, answer)
    }
    const cut = () => {
      whole = new Promise((resolve) => {
        mend = resolve
      })
      stop.abort()
    }
    Object.assign(window, { line: { cut, mend: () => mend(), received } })
  })
  type Line = { line: { cut(): void; mend(): void; received: string[] } }
  return {
    cut: () => page.evaluate(() => (window as unknown as Line).line.cut()),
    mend: () => page.evaluate(() => (window as unknown as Line).line.mend()),
    received: () => page.evaluate(() => (window as unknown as Line).line.received),
  }
}

test('after an interruption missed news show once, and nothing is loaded without any', async ({
  page,
  service,
  email,
}) => {
  await stopPolling(page)
  const line = await holdStream(page)
  await signUp(page, service, email)
  await page.goto('/messages')
  await waitForApp(page)
  const say = async (title: string) => {
    const ran = await service.operate(
      `message --user ${email} --title ${title} --title-zh ${title} --text Text --text-zh Text --yes`,
    )
    expect(ran).toMatchObject({ code: 0 })
    await service.goTo(service.now() + 60_000)
  }
  await expect.poll(async () => (await line.received()).at(-1)).toContain('data: hello')
  const before = (await line.received()).length
  await line.cut()
  await line.mend()
  await expect.poll(async () => (await line.received()).length).toBe(before + 1)
  // Heartbeats may have arrived since.
  await expect.poll(async () => (await line.received()).at(-1)).toMatch(/^:\n\n/)
  expect((await line.received()).at(-1)).not.toContain('data:')
  await say('First')
  await expect(page.getByRole('button', { name: /^Unread: First/ })).toHaveCount(1)
  expect((await line.received()).at(-1)).not.toContain('hello')
  await line.cut()
  await say('Second')
  await line.mend()
  await expect.poll(async () => (await line.received()).at(-1)).toContain('data: hello')
  await expect(page.getByRole('button', { name: /^Unread: Second/ })).toHaveCount(1)
  await expect(page.getByRole('link', { name: '2 unread messages' })).toBeVisible()
  expect((await line.received()).at(-1)).not.toContain('data: news')
})

test('without a connection a page shows the last known figures, and opens by itself when there is one', async ({
  page,
  context,
  service,
  email,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
  await signUp(page, service, email)
  await waitForApp(page)
  await waitForWorker(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('lastKnown'))).toContain('"total":0')
  await context.setOffline(true)
  await page.goto('/user/earnings/withdrawals')
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await expect(page.getByText(/As of .* UTC: 0 of 0 devices online\. Unread messages: 0\./)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Withdrawals' })).toBeVisible()
  // Nothing of it is left after signing out.
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('**/login/**')
  expect(await page.evaluate(() => localStorage.getItem('lastKnown'))).toBeNull()
})

for (const { locale } of readersInTurn(1))
  test(`a page without a connection polls for one by itself, without any event, ${locale}`, async ({
    page,
    context,
    service,
    email,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_INTERNET_DISCONNECTED/)
    await page.addInitScript(() => addEventListener('online', (event) => event.stopImmediatePropagation(), true))
    const [site, app] = [texts(locale, 'site'), texts(locale, 'app')]
    if (locale === 'zh') await page.setViewportSize({ width: 390, height: 844 })
    await signUp(page, service, email)
    await page.evaluate((name) => localStorage.setItem('localeLang', name), locale)
    await page.reload()
    await waitForApp(page)
    await waitForWorker(page)
    await context.setOffline(true)
    await page.goto('/user/account')
    await expect(page.getByRole('heading', { name: site('offline.title') })).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { level: 1, name: app('titles.account') })).toBeVisible()
  })
