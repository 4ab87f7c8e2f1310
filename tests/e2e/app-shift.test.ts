import { LIVE_PATH } from '#lib/contract/live.ts'
import { inParts, inTurn } from './parts.ts'
import { demoAddress, screenPaths } from './screens.ts'
import { watchShifts, whatMoved } from './shifts.ts'
import { enterDemo, expect, moving, test, waitForApp } from './world.ts'

/** An account with devices, earnings and settled days: the demo's. */
test.use(moving)
test.use({ demo: true, paid: true })
test.describe.configure({ mode: 'serial' })

/** Longer than the app takes to start, so that every skeleton is shown before its content. */
const ANSWER_MS = 250

test('finds the screens', () => expect(screenPaths.length).toBeGreaterThan(8))

for (const width of [390, 1440])
  for (const { name, part } of inParts(inTurn(screenPaths, width === 390 ? 0 : 1), 5))
    test(`nothing moves on screens ${name} of the app while their data load, at ${width} px`, async ({
      page,
      service,
    }) => {
      // Before the first page: a page transition aborts its animation when the window changes.
      await page.setViewportSize({ width, height: 844 })
      await enterDemo(page, service)
      await watchShifts(page)
      await page.route('**/api/**', async (route) => {
        // A stream that stays open would never let the page come to rest.
        if (route.request().url().endsWith(LIVE_PATH)) return route.fulfill({ status: 204 })
        await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
        await route.continue()
      })
      const moved: string[] = []
      for (const path of part) {
        await page.goto(await demoAddress(service, path))
        await waitForApp(page)
        await expect(page.locator('.skeleton')).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        const what = await whatMoved(page)
        if (what) moved.push(`${path}: ${what}`)
      }
      expect(moved).toEqual([])
      await page.unrouteAll({ behavior: 'wait' })
    })
