import { chmodSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createSealer } from '#lib/crypto/sealer.ts'
import { type ServiceProcess, startProcess } from '#world/child.ts'
import { freePort } from '#world/ports.ts'
import { until } from '#world/until.ts'
import { firstOfTemplates } from '../e2e/parts.ts'
import { demoAddress, screenPaths } from '../e2e/screens.ts'
import { openFirefox } from './firefox.ts'
import { createTourist, type Driver, type Tourist } from './page.ts'
import { openWebKit } from './webkit.ts'

const { FIREFOX_PATH, WEBKIT_DRIVER, WEBKIT_BROWSER } = process.env
/** Engines on this machine; `npm run test:long -- engines` finds them. */
const engines: (readonly [string, () => Promise<Driver>])[] = []
if (FIREFOX_PATH) engines.push(['Firefox', () => openFirefox(FIREFOX_PATH)])
if (WEBKIT_DRIVER && WEBKIT_BROWSER)
  engines.push(['WebKit', () => openWebKit({ driver: WEBKIT_DRIVER, browser: WEBKIT_BROWSER })])

/** A page of each template, in both languages. */
const publicPages = firstOfTemplates(
  globSync('zh/**/index.html', { cwd: 'dist' })
    .flatMap((file) => [file, file.replace('zh/', '')])
    .map((file) => `/${file.replace(/index\.html$/, '')}`)
    .sort(),
)

const PIN = '481516'
/** None of the demo's own. */
const WALLET = 'aleo109q2eaugqradc44qqzlf6n9ghzkazyh6fg2myzqrdzzm4jguxyqqp4d2l8'
const OVERVIEW = '/user/overview-main/overview'

/** The demo, with a network that it is paid on. */
async function startDemo() {
  const place = mkdtempSync(join(tmpdir(), 'engines-'))
  // As root the database server runs as another user, who has to be able to enter the folder.
  chmodSync(place, 0o755)
  const running: ServiceProcess = await startProcess({
    ...{ DEMO: '1', TEST_CHAIN: '1', DATA_DIR: join(place, 'demo') },
    ...{ PORT: String(await freePort()), MAILBOX_PORT: '0' },
  })
  const { publicKey } = (await (await fetch(`${running.origin}/api/public-key`)).json()) as { publicKey: string }
  const sealer = createSealer(publicKey)
  const codeFor = (email: string) =>
    until(async () => {
      const letters = (await (await fetch(`${running.mailbox}/letters.json`)).json()) as Record<string, string>[]
      return letters
        .filter(({ recipient }) => recipient === email)
        .map(({ subject }) => /\d{6}/.exec(subject ?? '')?.[0])
        .find((code) => code !== undefined)
    })
  const door = {
    ...{ address: running.origin, sealer, clock: { now: () => Date.now() } },
    letter: async (email: string) => ({ code: await codeFor(email) }),
  }
  const stop = async () => {
    sealer.close()
    await running.stop()
    rmSync(place, { recursive: true, force: true })
  }
  return { origin: running.origin, door, codeFor, stop }
}

/** True if the page has charts and all of them are drawn. */
const hasDrawn = () => {
  const charts = [...document.querySelectorAll('main canvas')] as HTMLCanvasElement[]
  const inks = charts.map((chart) => {
    const { width, height } = chart
    return chart
      .getContext('2d')
      ?.getImageData(0, 0, width, height)
      .data.some((value) => value > 0)
  })
  return inks.length > 0 && inks.every(Boolean)
}

/** Problems of the page: failed parts and overflowing elements. */
const problemsOfPage = () => {
  const alerts = [...document.querySelectorAll<HTMLElement>('main [role=alert]')]
  // biome-ignore lint/performance/useDomNodeTextContent: hidden text is no problem
  const failed = alerts.map(({ innerText }) => innerText)
  const { scrollWidth, clientWidth } = document.documentElement
  return [...failed.filter((text) => text.trim()), ...(scrollWidth > clientWidth ? [`${scrollWidth} px wide`] : [])]
}

test.skipIf(engines.length > 0)('no other engine is here', ({ skip }) => skip('npm run test:long -- engines'))

describe.each(engines)('%s', (_, open) => {
  let demo: Awaited<ReturnType<typeof startDemo>>
  let tourist: Tourist
  beforeAll(async () => {
    demo = await startDemo()
    tourist = createTourist(await open(), demo.origin)
    await tourist.resize(1440, 900)
  })
  afterAll(async () => {
    await tourist?.close()
    await demo?.stop()
  })
  afterEach(async () => expect(await tourist.pageErrors()).toEqual([]))

  test('the public pages work, and show no notice about an old browser', async () => {
    expect(publicPages.length).toBeGreaterThan(24)
    for (const path of publicPages) {
      await tourist.visit(path)
      expect(await tourist.evaluate(problemsOfPage), path).toEqual([])
      const display = await tourist.evaluate(() => {
        const sentence = document.querySelector('.too-old')
        return sentence && getComputedStyle(sentence).display
      })
      expect(display, path).toBe('none')
    }
  })

  test('a user signs in, and the overview draws its chart', async () => {
    // In the language of the address, and not in that of the pages before.
    await tourist.evaluate(() => localStorage.clear())
    await tourist.visit('/login/')
    await tourist.press('Enter the demo')
    await tourist.holds((path) => location.pathname === path, OVERVIEW)
    await tourist.holds(hasDrawn)
    await tourist.press('Account menu')
    await tourist.shows('Log out')
    expect(await tourist.evaluate(problemsOfPage)).toEqual([])
  })

  test('every screen works, at a width of 1440 and of 390', async () => {
    for (const path of [...screenPaths, '/user/earning-detail?coin=ALEO']) {
      await tourist.visit(await demoAddress(demo, path))
      expect(await tourist.evaluate(problemsOfPage), path).toEqual([])
    }
    await tourist.resize(390, 844)
    for (const path of [OVERVIEW, '/user/earnings/pc-earnings', '/user/cloud-mining/market-home/market']) {
      await tourist.visit(path)
      expect(await tourist.evaluate(problemsOfPage), path).toEqual([])
    }
    await tourist.resize(1440, 900)
  }, 600_000)

  test('the earnings are drawn, and shown as a table', async () => {
    await tourist.visit('/user/earnings/pc-earnings')
    await tourist.holds(hasDrawn)
    expect(await tourist.evaluate(() => document.querySelectorAll('main table tr').length)).toBeGreaterThan(14)
  })

  test('a user orders a plan, and sees the remaining time of its payment', async () => {
    await tourist.visit('/user/cloud-mining/market-home/market')
    await tourist.pressAt('a[href$="/order-confirm/aleo-50-90"]')
    await tourist.holds(() => location.pathname.includes('/order-confirm/'))
    await tourist.pressAt('main [type=checkbox]')
    await tourist.press('Place order')
    await tourist.holds(() => location.pathname.includes('/order-detail/'))
    const left = () => tourist.evaluate(() => document.querySelector('main [role=timer]')?.textContent)
    const first = await until(async () => (await left()) ?? undefined)
    expect(first).toMatch(/^(29|30):\d\d/)
    await expect.poll(left).not.toBe(first)
    await tourist.press('Pay from the test wallet')
    await tourist.shows('Paid')
  })

  test('a user sets a payment password, adds a wallet and withdraws', async () => {
    await tourist.visit('/user/wallets')
    await tourist.press('Add wallet')
    await tourist.press('Set a payment password')
    await tourist.fill('New payment password', PIN)
    await tourist.fill('Repeat password', PIN)
    await tourist.press('Use an e-mail code')
    await tourist.press('Send code')
    await tourist.fill('E-mail code', await demo.codeFor('demo@idleforge.example'))
    await tourist.press('Save')
    await tourist.fill('Name', 'Ledger')
    await tourist.fill('Address', WALLET)
    await tourist.fill('Payment password', PIN)
    await tourist.press('Add wallet')
    await tourist.shows('Ledger')
    await tourist.visit('/user/earnings/withdrawals')
    await tourist.press('Withdraw')
    await tourist.fill('Amount', '0.5')
    await tourist.press('Continue')
    await tourist.fill('Payment password', PIN)
    await tourist.press('Withdraw 0.5 ALEO')
    await tourist.shows('In review')
    expect(await tourist.evaluate(problemsOfPage)).toEqual([])
  })

  test('messages are shown, and all texts follow the language, all colours the theme', async () => {
    await tourist.visit('/messages')
    await tourist.shows('Withdrawal')
    const ground = () => tourist.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const before = await ground()
    await tourist.press('Switch between day and night')
    await expect.poll(ground).not.toBe(before)
    await tourist.press('中文')
    await tourist.shows('消息')
    await tourist.visit(OVERVIEW)
    await tourist.holds(hasDrawn)
    expect(await tourist.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
  })

  test('a module that fails to load has an error message that new-build.ts knows', async () => {
    const message = await tourist.evaluate(async () => {
      const missing = '/_astro/nothing.js'
      return import(missing).catch((error: Error) => `${error.name}: ${error.message}`)
    })
    expect(message).toMatch(/^TypeError: .*\bimport(?:ed|ing)\b/i)
    tourist.errors()
  })
})
