import type { Page, Route } from '@playwright/test'
import { payloads } from '../_world/payloads.ts'
import { screenPaths } from './screens.ts'
import { appStands, enterDemo, expect, test } from './world.ts'

/** Whatever somebody else has written, wherever a screen shows it, stands as text: 200 payloads in every such field. */
test.use({ demo: true, own: 'payloads' })

/** Fields of answers that hold what users or operators have typed, by every name that the contract has for one. */
const written = new Set([
  ...[
    'name',
    'addressName',
    'title',
    'titleZh',
    'content',
    'contentZh',
    'text',
    'textZh',
    'result',
    'answer',
    'answerZh',
  ],
  ...[
    'question',
    'questionZh',
    'notes',
    'notesZh',
    'reason',
    'reasonZh',
    'proof',
    'contact',
    'label',
    'cpu',
    'account',
  ],
])

/** So many in each: a round of the screens has fewer fields than there are payloads. */
const IN_ONE = 4
let next = 0
/** An answer with payloads in each of these, one after the other. */
function spoiled(value: unknown, used: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => spoiled(one, used))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (!written.has(key) || typeof one !== 'string' || one === '') return [key, spoiled(one, used)]
      used.add(key)
      next += IN_ONE
      return [key, Array.from({ length: IN_ONE }, (_, index) => payloads[(next + index) % payloads.length]).join(' ')]
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

/** What of a page could run, and what stands in it as text. */
const lookedAt = (page: Page) =>
  page.evaluate(() => {
    const made = [...document.querySelectorAll('main *')].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith('on')),
    )
    const links = [...document.querySelectorAll('a[href]')].filter(
      (link) => !['https:', 'http:', 'mailto:', 'blob:'].includes((link as HTMLAnchorElement).protocol),
    )
    return { bad: [...made, ...links].map(({ outerHTML }) => outerHTML), text: document.body.textContent ?? '' }
  })

test('G3 no screen runs what somebody has written', async ({ page, context, service }) => {
  test.slow()
  const used = new Set<string>()
  const ran: string[] = []
  page.on('dialog', (dialog) => ran.push(dialog.message()))
  context.on('request', (request) => /evil\.test/.test(request.url()) && ran.push(request.url()))
  await spoil(page, used)
  const literal = new Set<string>()
  await enterDemo(page, service)
  for (const address of screenPaths) {
    await page.goto(address)
    await appStands(page)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    const { bad, text } = await lookedAt(page)
    expect([address, bad]).toEqual([address, []])
    for (const payload of payloads) if (payload.includes('<') && text.includes(payload)) literal.add(payload)
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  expect(ran).toEqual([])
  expect(next).toBeGreaterThan(payloads.length)
  expect(literal.size).toBeGreaterThan(20)
  expect([...used]).toEqual(expect.arrayContaining(['name', 'addressName', 'title', 'content']))
})
