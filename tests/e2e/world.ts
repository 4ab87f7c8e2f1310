import { rmSync } from 'node:fs'
import path from 'node:path'
import { test as base, expect, type Frame, type Page, type Route } from '@playwright/test'
import { demoEnter } from '#lib/contract/demo.ts'
import { createSealer } from '#lib/crypto/sealer.ts'
import { type ServiceProcess, startProcess, TIMED } from '../_world/child.ts'
import { copyDataDir } from '../_world/data-dir.ts'
import type { Operator } from '../_world/operator.ts'
import { freePort } from '../_world/ports.ts'
import { buildSite } from '../_world/site-build.ts'
import { createVisitor, registerUser, type ServiceAccess } from '../_world/visitor.ts'

export const PASSWORD = 'Idle-Forge-2026'

export interface Service {
  readonly origin: string
  /** For calls that no page makes. */
  readonly door: ServiceAccess
  /** The newest code that was mailed to an address. */
  codeFor(email: string): Promise<string>
  /** Data folder of the service, with its published packages. */
  readonly dataDir: string
  /** The operator's program on the service's own data, by its clock. */
  readonly operate: Operator
  /** The node of the network on which it is paid; with `test.use({ timed: 'name', paid: true })` only. */
  chain(): string
  /** Unix milliseconds by the service's clock. */
  now(): number
  /** Sets the service's clock, of which the jobs do what is due by then; with `test.use({ timed: 'name' })` only. */
  goTo(time: number): Promise<void>
  /** Ends the process the hard way and starts it again on the same data and port. */
  crash(): Promise<void>
}

interface Fixtures {
  service: Service
  /** Texts of console errors that a test expects; any other one fails it. */
  expectedErrors: RegExp[]
  email: string
}

interface Options {
  demo: boolean
  timed: string
  paid: boolean
  gateway: boolean
  tokens: boolean
  own: string
  built: Readonly<Record<string, string>>
}

interface Letter {
  recipient: string
  subject: string
}

/** Codes that a test has taken already: the next one is another. */
const taken = new Set<string>()

/** The newest code that a mailbox has for an address. */
export async function codeFor(mailbox: string, email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(async () => {
      const letters = (await (await fetch(`${mailbox}/letters.json`)).json()) as Letter[]
      const codes = letters
        .filter((letter) => letter.recipient === email)
        .map(({ subject }) => /\d{6}/.exec(subject)?.[0])
      code = codes.find((one) => one !== undefined && !taken.has(email + one))
      return code
    })
    .toMatch(/^\d{6}$/)
  taken.add(email + code)
  return code as string
}

/**
 * Chromium gives up the animation between two pages where the new one was painted first, and rejects a promise that no page
 * can reach (w3c/csswg-drafts#13726). The reader is on the new page all the same; only this one sentence is passed over.
 */
const LATE_TRANSITION = 'Transition was aborted because of invalid state. Page already revealed'

/** Console errors, page errors and CSP violations of a page, in order. */
function listen(page: Page): string[] {
  const seen: string[] = []
  page.on('console', (message) => message.type() === 'error' && seen.push(message.text()))
  page.on('pageerror', (error) => error.message !== LATE_TRANSITION && seen.push(error.message))
  return seen
}

export const test = base.extend<Omit<Fixtures, 'service'>, Options & { service: Service }>({
  /** `test.use({ demo: true })`: the service runs over the simulation, with settled days behind it. */
  demo: [false, { option: true, scope: 'worker' }],
  /**
   * `test.use({ timed: 'money' })`: the service goes by a clock that the test sets. No other file has that name, and so
   * none meets a clock that another has set: its pages' first calls would be refused until they know the service's time.
   */
  timed: ['', { option: true, scope: 'worker' }],
  /** `test.use({ paid: true })`: the service starts a network of its own, on which it is paid. */
  paid: [false, { option: true, scope: 'worker' }],
  /** `test.use({ gateway: true })`: renters connect through the service, as on a developer's machine. */
  gateway: [false, { option: true, scope: 'worker' }],
  /** `test.use({ tokens: true })`: Google signs in by tokens of its own script; with `demo`, whose provider has one. */
  tokens: [false, { option: true, scope: 'worker' }],
  /** `test.use({ own: 'narrow' })`: a service that no other file shares, for one that changes it or the demo's account. */
  own: ['', { option: true, scope: 'worker' }],
  /** `test.use({ built: { PUBLIC_REPOSITORY_URL: '…' } })`: a site of its own, built with these settings. */
  built: [{}, { option: true, scope: 'worker' }],
  service: [
    async ({ demo, timed, paid, gateway, tokens, own, built }, use) => {
      const data = { ...(demo && { DEMO: '1' }), ...(paid && { TEST_CHAIN: '1' }) }
      const folder = await copyDataDir(own || 'service', data)
      const port = await freePort(gateway ? [0, 2, 3, 100, 109] : [0])
      const env: Record<string, string> = { PORT: String(port), MAILBOX_PORT: '0', DATA_DIR: folder, ...data }
      if (tokens) env.GOOGLE_MODE = 'token'
      if (Object.keys(built).length > 0) env.SITE_DIR = buildSite(built)
      if (gateway) {
        env.GATEWAY_PORTS = `${port + 100}-${port + 109}`
        // Chromium finds every name under localhost on its own machine.
        env.GATEWAY_WEB = `http://*.localhost:${port + 3}`
      }
      const start = () => startProcess(env, timed ? TIMED : undefined)
      let running: ServiceProcess = await start()
      let ahead = 0
      const now = () => Date.now() + ahead
      const key = (await (await fetch(`${running.origin}/api/public-key`)).json()) as { publicKey: string }
      const sealer = createSealer(key.publicKey)
      const mailed = (email: string) => codeFor(running.mailbox, email)
      await use({
        dataDir: folder,
        door: {
          get address() {
            return running.origin
          },
          sealer,
          clock: { now },
          letter: async (email) => ({ code: await mailed(email) }),
        },
        now,
        chain: () => running.chain ?? '',
        // The program has the code of the whole service, which most tests do without.
        operate: async (...command) => {
          const { createOperator } = await import('../_world/operator.ts')
          return createOperator({ databaseUrl: '', dataDir: folder, clock: { now } })(...command)
        },
        async goTo(time) {
          await running.goTo(time)
          ahead = time - Date.now()
        },
        get origin() {
          return running.origin
        },
        codeFor: mailed,
        async crash() {
          await running.stop('SIGKILL')
          running = await start()
        },
      })
      sealer.close()
      await running.stop()
      rmSync(path.dirname(folder), { recursive: true, force: true })
    },
    // A demo makes months of history, on a machine that may be busy.
    { scope: 'worker', timeout: 600_000 },
  ],
  baseURL: async ({ service }, use) => use(service.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names from the pattern
  expectedErrors: async ({}, use) => use([]),
  email: async ({ browserName }, use) => use(`${browserName}-${crypto.randomUUID().slice(0, 8)}@example.org`),
  context: async ({ context, expectedErrors }, use) => {
    const errors: string[][] = []
    context.on('page', (page) => errors.push(listen(page)))
    await use(context)
    const unexpected = errors.flat().filter((text) => !expectedErrors.some((pattern) => pattern.test(text)))
    expect(unexpected, 'console errors and policy violations').toEqual([])
  },
})

export { expect }

/** `test.use(moving)`: what moves is painted, as most people see it. */
export const moving = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Registers by the form, as a person would. Ends on the overview. */
export async function register(
  page: Page,
  service: Pick<Service, 'codeFor'>,
  email: string,
  locale: 'en' | 'zh' = 'en',
): Promise<void> {
  const words =
    locale === 'en' ? { send: 'Send code', submit: 'Create account' } : { send: '获取验证码', submit: '创建账户' }
  await page.goto(locale === 'en' ? '/register/' : '/zh/register/')
  await page.locator('[name=username]').fill(email)
  await page.getByRole('button', { name: words.send }).click()
  await page.locator('[name=verifyCode]').fill(await service.codeFor(email))
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('[name=confirm]').fill(PASSWORD)
  await page.locator('[name=terms]').check()
  await page.getByRole('button', { name: words.submit }).click()
  await page.waitForURL('**/user/overview-main/overview')
}

export const OVERVIEW = '/user/overview-main/overview'

/** A file of this origin that runs nothing: its storage may be changed and no page leaves by itself because of it. */
const STILL = '/robots.txt'

interface SignedIn {
  token: string
  userInfo: object
}

/** Puts a session into the page's browser, in place of all that it keeps, as a sign-in does. Nothing is shown yet. */
export async function setSession(
  page: Page,
  origin: string,
  { token, userInfo }: SignedIn,
  locale = 'en',
): Promise<void> {
  const entries = { userInfo: JSON.stringify({ ...userInfo, token }), ...(locale !== 'en' && { localeLang: locale }) }
  const localStorage = Object.entries(entries).map(([name, value]) => ({ name, value }))
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] })
  await page.context().addCookies([{ name: 'access_token', value: token, url: origin, sameSite: 'Lax' }])
}

/** The token of the session in the page's browser; null when signed out. */
export const storedToken = (page: Page | Frame): Promise<string | null> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').token ?? null)

/** A new account, created by calls, and signed in to in the page's browser. Ends on the overview by default. */
export async function signUp(
  page: Page,
  { origin, door }: Pick<Service, 'origin' | 'door'>,
  email: string,
  { to = OVERVIEW, locale = 'en' }: { to?: string; locale?: string } = {},
): Promise<void> {
  const { token, info } = await registerUser(door, { email, password: PASSWORD })
  await setSession(page, origin, { token, userInfo: info }, locale)
  await page.goto(origin + to)
}

/** Takes the session from the page's browser, unseen by the app and by the service. */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto(STILL)
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies()
}

/** Signs in to the demo's account in the page's browser, on which nothing is shown yet. */
export async function enterDemo(page: Page, { origin, door }: Service, locale: 'en' | 'zh' = 'en'): Promise<void> {
  await setSession(page, origin, await createVisitor(door).call(demoEnter, {}), locale)
}

/** Holds requests from now on, until it is released. */
export async function holdCall(page: Page, address: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await promise
    await route.continue()
  })
  return resolve
}

/** Waits until the app has taken the place of the page's static shell, and its screen that of the skeleton. */
export async function waitForApp(page: Page): Promise<void> {
  await expect(page.locator('#shell')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  await expect(page).toHaveTitle(`${title} · Idleforge`)
}

/** Waits until the service worker is active, which the app registers after its first screen. */
export async function waitForWorker(page: Page): Promise<void> {
  const state = await page.evaluate(async () => (await navigator.serviceWorker.ready).active?.state)
  expect(state).toMatch(/^activat/)
}

/**
 * Requests fail until "Try again" is pressed, from the next page on: news may reload a screen at any moment, and its
 * button would be gone.
 */
export async function failUntilTried(
  page: Page,
  address: string,
  fail: (route: Route) => Promise<void>,
): Promise<void> {
  await page.addInitScript(() =>
    addEventListener(
      'click',
      ({ target }) => {
        const button = target instanceof Element ? target.closest('button') : null
        if (button?.textContent === 'Try again') document.documentElement.dataset.tried = ''
      },
      true,
    ),
  )
  await page.route(address, async (route) => {
    // On a page that is just leaving nothing was pressed.
    const isTried = await page.evaluate(() => 'tried' in document.documentElement.dataset).catch(() => false)
    await (isTried ? route.continue() : fail(route))
  })
}
