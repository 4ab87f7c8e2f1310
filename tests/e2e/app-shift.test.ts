import { screenPaths } from './screens.ts'
import { watchShifts, whatMoved } from './shifts.ts'
import { appStands, enterDemo, expect, test } from './world.ts'

/** An account with devices, earnings and settled days: the demo's. */
test.use({ demo: true })
test.describe.configure({ mode: 'serial' })

/** Longer than the app takes to stand, so that every skeleton is seen before what takes its place. */
const ANSWER_MS = 250

for (const width of [390, 1440])
  test(`nothing moves on any screen of the app while its data comes, at ${width} px`, async ({ page }) => {
    await enterDemo(page)
    await watchShifts(page)
    await page.setViewportSize({ width, height: 844 })
    await page.route('**/api/**', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, ANSWER_MS))
      await route.continue()
    })
    const moved: string[] = []
    for (const path of screenPaths) {
      await page.goto(path)
      await appStands(page)
      await expect(page.locator('.skeleton')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      const what = await whatMoved(page)
      if (what) moved.push(`${path}: ${what}`)
    }
    expect(screenPaths.length).toBeGreaterThan(8)
    expect(moved).toEqual([])
    await page.unrouteAll({ behavior: 'wait' })
  })
