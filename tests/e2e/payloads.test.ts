import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Route } from '@playwright/test'
import { payloads } from '../_world/payloads.ts'
import { screenPaths } from './screens.ts'
import { followLink, waitForScreen } from './visit.ts'
import { enterDemo, expect, test } from './world.ts'

/** Texts written by other users are rendered as text wherever a screen shows them: 200 payloads in every such field. */
test.use({ demo: true, paid: true })

/** Fields of answers that hold what users, hosts or operators have typed, or what a program of theirs says. */
const written = new Set(
  `name nameZh addressName title titleZh content contentZh text textZh result answer answerZh question questionZh notes notesZh
  reason reasonZh proof label cpu account hardware detail browser model region start value`.split(/\s+/),
)
/** All other free text of the contract: what the service makes itself, by a form that it has checked or from a list of its own. */
const ours = new Set(
  `_id about chainName code coin currencyCode data driver error fileName fingerprint host hostKey href id image img inviteCode keys levels link
  minerVersion models network networkName next nonce paymentAddress pickupAddress project publicKey recipient recoveryCodes regions secret
  sha256 state statement summary summaryZh ticket token transactionId type unit uri url user username uuid values version walletAddress zone`.split(
    /\s+/,
  ),
)

/** Beside the plans of a line, loaded after everything else: they have no skeleton. */
const late = ['question', 'questionZh']

/** Fields that no screen of the demo shows when it opens, with the reason. */
const unshown = [
  // Behind a question, until it is opened.
  ...['answer', 'answerZh'],
  // Fields of releases: they are on the page of downloads, which is not part of the app.
  ...['notes', 'notesZh'],
  // Behind the row of a device and of an announcement, until it is opened.
  ...['hardware', 'contentZh'],
  // The demo's account has sent no proof of a task, and has no account on other sites.
  ...['proof', 'label'],
  // The script and the variables of an own template are the content of fields, behind its button.
  ...['start', 'value'],
]

type Shape = Record<string, unknown>
const parts = (shape: Shape): [string, unknown][] => [
  ...Object.entries((shape.entries ?? {}) as object),
  ...[shape.item, shape.wrapped, shape.value].map((one): [string, unknown] => ['', one]),
  ...[shape.items, shape.options]
    .flatMap((all) => (Array.isArray(all) ? all : []))
    .map((one): [string, unknown] => ['', one]),
]
const bound = new Set(['regex', 'uuid', 'iso_date'])

/** The names of all text in an answer that may be anything. */
function freeText(shape: unknown, key = ''): string[] {
  if (typeof shape !== 'object' || shape === null) return []
  const { type, pipe = [] } = shape as { type?: string; pipe?: { type: string }[] }
  if (type === 'string') return pipe.some((one) => bound.has(one.type)) ? [] : [key]
  return parts(shape as Shape).flatMap(([name, one]) => freeText(one, name || key))
}

async function namesOfContract(): Promise<Set<string>> {
  const folder = join(import.meta.dirname, '../../src/lib/contract')
  const modules = await Promise.all(readdirSync(folder).map((name) => import(join(folder, name))))
  return new Set(modules.flatMap((one) => Object.values<Shape>(one)).flatMap((one) => freeText(one?.reply)))
}

/** Payloads per field: one pass over the screens has fewer fields than there are payloads. */
const IN_ONE = 4
let next = 0
/** Stands behind the name of its field. */
const MARK = '\u00a7'
/** An answer with payloads in each of these, one after the other. */
function spoiled(value: unknown, used: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => spoiled(one, used))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (!written.has(key) || typeof one !== 'string' || one === '') return [key, spoiled(one, used)]
      used.add(key)
      next += IN_ONE
      const bad = Array.from({ length: IN_ONE }, (_, index) => payloads[(next + index) % payloads.length])
      return [key, `${key}${MARK} ${bad.join(' ')}`]
    }),
  )
}

async function spoil(page: Page, used: Set<string>): Promise<void> {
  await page.route('**/api/**', async (route: Route) => {
    // The stream of news has no end, and no text; nor has the answer to a visit's report, whose worker may end before it.
    if (/\/live\b|\/official-active\b/.test(route.request().url())) return route.continue()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    return route.fulfill({ response, json: spoiled(await response.json(), used) })
  })
}

/** Elements that could run a payload, and payloads rendered as text. */
const inspected = (page: Page) =>
  page.evaluate(() => {
    const made = [...document.querySelectorAll('main *')].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith('on')),
    )
    const links = [...document.querySelectorAll('a[href]')].filter(
      (link) => !['https:', 'http:', 'mailto:', 'blob:'].includes((link as HTMLAnchorElement).protocol),
    )
    return { bad: [...made, ...links].map(({ outerHTML }) => outerHTML), text: document.body.textContent ?? '' }
  })

test('G3 no screen runs text written by other users', async ({ page, context, service }) => {
  test.slow()
  const used = new Set<string>()
  const ran: string[] = []
  page.on('dialog', (dialog) => ran.push(dialog.message()))
  context.on('request', (request) => /evil\.test/.test(request.url()) && ran.push(request.url()))
  await spoil(page, used)
  const literal = new Set<string>()
  const shown = new Set<string>()
  await enterDemo(page, service)
  // Each language shows what is written in it.
  for (const language of ['en', 'zh']) {
    await page.goto('/robots.txt')
    await page.evaluate((name) => localStorage.setItem('localeLang', name), language)
    for (const [index, address] of screenPaths.entries()) {
      await (index === 0 ? page.goto(address) : followLink(page, address))
      await waitForScreen(page)
      const { bad, text } = await inspected(page)
      expect([address, bad]).toEqual([address, []])
      for (const payload of payloads) if (text.includes(payload)) literal.add(payload)
      for (const name of written) if (text.includes(`${name}${MARK}`)) shown.add(name)
    }
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(ran).toEqual([])
  expect(next).toBeGreaterThan(payloads.length)
  expect(payloads).toHaveLength(200)
  expect(payloads.filter((payload) => !literal.has(payload))).toEqual([])
  const missing = [...written].filter((name) => !shown.has(name) && !late.includes(name))
  expect(missing.sort()).toEqual([...unshown].sort())
})

test('every free text of the contract is either spoiled here or made by the service', async () => {
  const names = await namesOfContract()
  expect([...names].filter((name) => !written.has(name) && !ours.has(name))).toEqual([])
  expect([...written, ...ours].filter((name) => !names.has(name))).toEqual([])
})
