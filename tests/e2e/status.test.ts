import type { Status } from '#lib/contract/status.ts'
import { brokenDates } from './lenses/cut-off.ts'
import { expect, test } from './world.ts'

const paid: Status = {
  service: 'up',
  database: 'up',
  lastSettlement: { day: '2026-11-20', settledAt: Date.UTC(2026, 10, 21, 4, 12) / 1000 },
  payoutsToday: [
    { coin: 'ALEO', amount: '1204.256789' },
    { coin: 'USDT', amount: '86.4' },
  ],
  serverTime: Date.UTC(2026, 10, 21, 12, 30) / 1000,
}

test('shows the real state, and that nothing is settled yet', async ({ page }) => {
  await page.goto('/status/')
  await expect(page.locator('[data-row=summary]')).toHaveText('Yes, everything is up.')
  await expect(page.locator('[data-row=service]')).toHaveText('Up')
  await expect(page.locator('[data-row=database]')).toHaveText('Up')
  await expect(page.locator('[data-row=settlement]')).toHaveText('Nothing settled yet')
  await expect(page.locator('[data-row=payouts]')).toHaveText('Nothing paid out yet today')
})

test('shows when the service is unreachable, and when it is back', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/)
  await page.route('**/api/status', (route) => route.abort())
  await page.goto('/zh/status/')
  await expect(page.getByText('目前无法连接到服务。')).toBeVisible()
  for (const row of ['summary', 'service']) await expect(page.locator(`[data-row=${row}]`)).toHaveText('未知')
  await page.unroute('**/api/status')
  await page.getByRole('button', { name: '重试' }).click()
  await expect(page.locator('[data-row=service]')).toHaveText('正常')
  await expect(page.getByText('目前无法连接到服务。')).toBeHidden()
})

test('says above the parts that one of them is not up', async ({ page }) => {
  await page.route('**/api/status', (route) => route.fulfill({ json: { ...paid, database: 'down' } }))
  await page.goto('/status/')
  await expect(page.locator('[data-row=summary]')).toHaveText('Not everything is up.')
  await expect(page.locator('[data-row=database]')).toHaveText('Down')
})

test('shows settled and paid amounts, on its page and on the home page, and nothing moves', async ({ page }) => {
  await page.route('**/api/status', (route) => route.fulfill({ json: paid }))
  await page.goto('/status/')
  await expect(page.locator('[data-row=settlement]')).toHaveText('2026-11-20, settled 2026-11-21 04:12 UTC')
  await expect(page.locator('[data-row=payouts]')).toHaveText('1,204.2567 ALEO · 86.4000 USDT')
  // By the service's clock.
  await expect(page.getByText('Checked at 2026-11-21 12:30 UTC')).toBeVisible()
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value } = entry as PerformanceEntry & { value: number }
        document.title = String((Number(document.title) || 0) + value)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/')
  await expect(page.locator('[data-payouts]')).toContainText('1,204.2567 ALEO')
  await expect(page.locator('[data-payouts]')).toContainText('Credited today, UTC')
  expect(Number(await page.title()) || 0).toBeLessThan(0.001)
})

for (const path of ['/status/', '/zh/status/'])
  test(`keeps the dates of ${path} unbroken at the end of a line`, async ({ page }) => {
    await page.route('**/api/status', (route) => route.fulfill({ json: paid }))
    await page.goto(path)
    await expect(page.locator('[data-row=settlement]')).toContainText('2026-11-21')
    for (let width = 300; width <= 480; width += 4) {
      await page.setViewportSize({ width, height: 800 })
      expect(await brokenDates(page), `${width} px`).toEqual([])
    }
  })

test('leaves the home page its sentence when nothing was paid', async ({ page }) => {
  const answered = page.waitForResponse('**/api/status')
  await page.goto('/')
  await answered
  await expect(page.locator('[data-payouts]')).toContainText('Settled every UTC day')
})
