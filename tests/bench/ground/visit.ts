import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test'
import en from '#locales/en/app.json' with { type: 'json' }
import zh from '#locales/zh/app.json' with { type: 'json' }
import { observe, type Seen, type Step } from './observe.ts'

export interface Conditions {
  name: string
  /** Times slower than this machine. */
  cpu: number
  /** Bits a second down and up, milliseconds that each answer waits; undefined: the machine's own. */
  net?: { down: number; up: number; latencyMs: number }
}

export interface Target {
  name: string
  path: string
  /** Condition that ends the visit. */
  until?: Step
  /** Keys of localStorage, for a browser that has signed in. */
  storage?: Readonly<Record<string, string>>
  /** Selectors to touch after loading. */
  taps?: readonly string[]
}

export interface Visit extends Seen {
  /** Bytes of bodies as they travelled, without headers. */
  bytes: number
  scriptBytes: number
  requests: number
  worstTap: number
}

/** Time for the browser's new window before a visit; for late paints, shifts and reports after the last step of a page. */
const SETTLE_MS = 1000
/** A page that has not got so far by then never will. */
const LONGEST_MS = 60_000

/** One first visit: a browser without cache, on a phone's screen. */
export async function visit(browser: Browser, origin: string, target: Target, conditions: Conditions): Promise<Visit> {
  const entries = Object.entries(target.storage ?? {}).map(([name, value]) => ({ name, value }))
  const context = await browser.newContext({
    locale: 'en-US',
    ignoreHTTPSErrors: true,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
    storageState: { cookies: [], origins: [{ origin, localStorage: entries }] },
  })
  try {
    return await load(context, origin, target, conditions)
  } finally {
    await context.close()
  }
}

async function load(context: BrowserContext, origin: string, target: Target, conditions: Conditions): Promise<Visit> {
  const page = await context.newPage()
  await page.addInitScript(observe, [en.loading, zh.loading])
  const session = await context.newCDPSession(page)
  await slowDown(session, conditions)
  const there = target.until && (await stepOf(session, target.until))
  await page.waitForTimeout(SETTLE_MS)
  await page.goto(origin + target.path, { waitUntil: 'load' })
  await there?.reached
  await page.waitForTimeout(SETTLE_MS)
  const loaded = await page.evaluate(() => {
    const { seen } = globalThis as never as { seen: Seen }
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const entries = all as PerformanceResourceTiming[]
    const sum = (some: PerformanceResourceTiming[]) =>
      some.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0)
    const scripts = entries.filter(({ name }) => new URL(name).pathname.endsWith('.js'))
    return { ...seen, bytes: sum(entries), scriptBytes: sum(scripts), requests: entries.length }
  })
  for (const selector of target.taps ?? []) {
    await touch(page, selector)
    await page.waitForTimeout(SETTLE_MS)
  }
  const taps = await page.evaluate(() => (globalThis as never as { seen: Seen }).seen.taps)
  return { ...loaded, taps, worstTap: Math.max(0, ...taps) }
}

/**
 * Like a finger: on an element that does not move, and without a listener in the page, which Playwright's own tap adds.
 */
async function touch(page: Page, selector: string): Promise<void> {
  const target = page.locator(selector).first()
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  await page.waitForTimeout(SETTLE_MS)
  const box = await target.boundingBox()
  if (!box) throw new Error(`nothing to touch: ${selector}`)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

/** Receives a step from the page itself: Playwright's waiting would put its own script into the page, and each frame. */
async function stepOf(session: CDPSession, step: Step): Promise<{ reached: Promise<void> }> {
  await session.send('Runtime.enable')
  await session.send('Runtime.addBinding', { name: 'reached' })
  const reached = new Promise<void>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new Error(`the page never was ${step}`)), LONGEST_MS)
    session.on('Runtime.bindingCalled', ({ payload }) => {
      if (payload !== step) return
      clearTimeout(timeout)
      resolve()
    })
  })
  return { reached }
}

async function slowDown(session: CDPSession, { cpu, net }: Conditions): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  if (!net) return
  const throughput = { downloadThroughput: net.down / 8, uploadThroughput: net.up / 8 }
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: net.latencyMs, ...throughput })
}
