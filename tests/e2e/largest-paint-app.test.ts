import type { Page } from '@playwright/test'
import { latePaint, paintsOf, watchPaints } from './paints.ts'
import { enterDemo, expect, holdCall, moving, OVERVIEW, signUp, test, waitForApp } from './world.ts'

/** As largest-paint.test.ts, for the app: with the demo's devices and earnings, and of an account that has nothing. */
test.use(moving)
test.use({ demo: true, paid: true })

/** Opens the overview, whose scripts come after the first paint, as they do on a network. */
async function openOverview(page: Page): Promise<void> {
  await watchPaints(page)
  const release = await holdCall(page, '**/_astro/client.*.js')
  await page.goto(OVERVIEW, { waitUntil: 'commit' })
  await expect.poll(async () => (await paintsOf(page)).length).toBeGreaterThan(0)
  release()
  await waitForApp(page)
  await expect(page.locator('.skeleton')).toHaveCount(0)
}

for (const size of [
  { width: 412, height: 823 },
  { width: 1350, height: 940 },
])
  for (const locale of ['en', 'zh'] as const) {
    const where = `${locale} at ${size.width} px`

    test(`the largest paint of the overview is in the page's HTML, ${where}`, async ({ page, service }) => {
      await page.setViewportSize(size)
      await enterDemo(page, service, locale)
      await openOverview(page)
      expect(await latePaint(page, OVERVIEW)).toBeUndefined()
    })

    test(`the largest paint of a new account is in the page's HTML, ${where}`, async ({ page, service, email }) => {
      await page.setViewportSize(size)
      await signUp(page, service, email, { to: '/robots.txt', locale })
      await openOverview(page)
      expect(await latePaint(page, OVERVIEW)).toBeUndefined()
    })
  }
