import type { Page } from '@playwright/test'
import { LIVE_PATH } from '#lib/contract/live.ts'
import { enterDemo, expect, OVERVIEW, test, waitForApp } from './world.ts'

/**
 * Every request of the app's first load until it is at rest: with calls, chart, font and what comes after the screen.
 * Those until the screen is drawn have limits of their own in tests/site/first-load.test.ts.
 */
test.use({ demo: true, paid: true })

/** The demo's account is told of new terms: that takes three of them. On a desktop points and announcements are near, too. */
const MAX_REQUESTS = { 412: 52, 1350: 62 }

async function firstLoad(page: Page): Promise<string[]> {
  const requests: string[] = []
  let isStreamEnded = false
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // The stream is opened again a while after its end.
    if (!isStreamEnded || !pathname.includes(LIVE_PATH)) requests.push(pathname)
  })
  // A stream that stays open would never let the page come to rest.
  await page.route(`**${LIVE_PATH}`, (route) => {
    isStreamEnded = true
    return route.fulfill({ status: 204 })
  })
  // Pages load their figures again at a random moment of every ten seconds: here not before these are over.
  await page.addInitScript(() => {
    const now = Date.now()
    Math.random = () => (10_000 - (now % 10_000)) / 3_600_000
  })
  await page.goto(OVERVIEW)
  await waitForApp(page)
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await page.waitForLoadState('networkidle')
  return requests
}

for (const width of [412, 1350] as const)
  test(`the app's first load makes few requests, and none twice, at ${width} px`, async ({ page, service }) => {
    await page.setViewportSize({ width, height: 900 })
    await enterDemo(page, service)
    const requests = await firstLoad(page)
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(MAX_REQUESTS[width])
    expect(requests.filter((one, place) => requests.indexOf(one) !== place)).toEqual([])
  })
