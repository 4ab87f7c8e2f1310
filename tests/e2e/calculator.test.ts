import type { Page } from '@playwright/test'
import { cutOff } from './lenses/cut-off.ts'
import { expect, test } from './world.ts'

const out = (page: Page, name: string) => page.locator(`[data-out="${name}"]`)

/** The script comes after the load: a change that it answers shows that it is there. */
async function waitForScript(page: Page): Promise<void> {
  await expect(page.locator('#hashRate')).toHaveAttribute('aria-invalid', 'false')
}

test('computes earnings and costs of a PC on input', async ({ page }) => {
  await page.goto('/pc/')
  await waitForScript(page)
  await expect(out(page, 'net-30')).toHaveText('+3.96')
  await page.getByRole('textbox', { name: 'Hours per day' }).fill('24')
  await expect(out(page, 'output-1')).toHaveText('2.8800')
  await expect(out(page, 'net-30')).toHaveText('+11.88')
  await page.getByLabel('Electricity').fill('0.5')
  await expect(out(page, 'net-30')).toHaveText('\u221210.80')
  await page.getByLabel('Coin').selectOption('GRASS')
  await expect(page.getByText('0.0864 GRASS per MH/s')).toBeVisible()
  await expect(out(page, 'output-1')).toHaveText('3.4560')
})

test('fills in a hardware preset, and clears it when a figure is changed', async ({ page }) => {
  await page.goto('/pc/')
  await waitForScript(page)
  await page.getByLabel('Hardware').selectOption({ label: 'Office laptop' })
  await expect(page.getByLabel('Hash rate')).toHaveValue('12')
  await expect(page.getByLabel('Extra power')).toHaveValue('15')
  await page.getByLabel('Hash rate').fill('25')
  await expect(page.getByLabel('Hardware')).toHaveValue('')
})

test('shows the error beside the field, keeps the last result, and focuses the field on Enter', async ({ page }) => {
  await page.goto('/zh/pc/')
  await waitForScript(page)
  const hours = page.getByRole('textbox', { name: '每日时长' })
  await hours.fill('25')
  await expect(page.getByText('请输入 0 至 24 之间的数字')).toBeVisible()
  await expect(hours).toHaveAttribute('aria-invalid', 'true')
  await expect(out(page, 'net-30')).toHaveText('+3.96')
  await page.getByLabel('电价').press('Enter')
  await expect(hours).toBeFocused()
  await hours.fill('8.5h')
  await expect(page.getByText('仅限数字和一个小数点，例如 0.15')).toBeVisible()
  await hours.fill('8.5')
  await expect(page.getByText('仅限数字和一个小数点')).toHaveCount(0)
})

test('shows the break-even day of a plan for three scenarios of output', async ({ page }) => {
  await page.goto('/cloud/')
  await waitForScript(page)
  const days = page.locator('[data-scenario] [data-out=day]')
  await expect(days).toHaveText(['on day 83', 'on day 76', 'on day 70'])
  await page.getByLabel('Term').fill('72')
  await expect(days).toHaveText(['not within the term', 'not within the term', 'on day 70'])
  await expect(page.locator('[data-scenario=stays] .heat > [data-h="4"]')).toHaveCount(0)
})

test('shows a worked example, its formula and the disclaimer without script', async ({ browser, service }) => {
  const context = await browser.newContext({ baseURL: service.origin, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/pc/')
  await expect(out(page, 'net-30')).toHaveText('+3.96')
  await expect(page.getByText('An estimate, not a promise.')).toBeVisible()
  await expect(page.locator('noscript p')).toBeVisible()
  await context.close()
})

test('needs no service, and sends nothing', async ({ page }) => {
  // The report of the visit is the page's last request.
  const visit = page.waitForResponse('**/user/official-active')
  await page.goto('/pc/')
  await visit
  await waitForScript(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: 'Hours per day' }).fill('12')
  await expect(out(page, 'output-1')).toHaveText('1.4400')
  expect(requests).toEqual([])
})

test('lists the plans that can be bought first, each with the way to its order', async ({ page }) => {
  const plan = { ...(await (await page.request.get('/api/plans')).json()).list[0], state: 'active', soldOut: false }
  const list = [
    { ...plan, id: 'ended', state: 'paused' },
    { ...plan, id: 'gone', soldOut: true },
    { ...plan, id: 'soon', state: 'preparing' },
    { ...plan, id: 'rig', type: 2 },
    { ...plan, id: 'cloud', type: 1 },
  ]
  await page.route('**/api/plans', (route) => route.fulfill({ json: { list, serverTime: 0 } }))
  await page.goto('/cloud/')
  const cards = page.locator('[data-plans] li')
  await expect(cards.locator('[data-of=state]')).toHaveText(['On sale', 'On sale', 'Preparing', 'Ended', 'Sold out'])
  const links = cards.getByRole('link', { name: 'Rent' })
  await expect(links).toHaveCount(2)
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/user/mining-agent/agent-market-home/agent-order-confirm/rig',
    '/user/cloud-mining/market-home/order-confirm/cloud',
  ])
})

const largest = {
  '/pc/': { 'Hash rate': '1000000', 'Hours per day': '24', 'Extra power': '100000', Electricity: '10' },
  '/cloud/': { 'Hash rate': '1000000', 'Plan price': '10000000', Term: '1095' },
}

for (const [path, figures] of Object.entries(largest))
  test(`has room for the largest figures of ${path} on a phone`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 })
    await page.goto(path)
    await waitForScript(page)
    for (const [label, figure] of Object.entries(figures)) await page.getByRole('textbox', { name: label }).fill(figure)
    await expect(page.locator('[aria-invalid=true]')).toHaveCount(0)
    for (const coin of await page.getByLabel('Coin').getByRole('option').allTextContents()) {
      await page.getByLabel('Coin').selectOption(coin)
      await expect(page.locator('[data-unit-of=output]')).toHaveText(coin)
      await expect.poll(() => cutOff(page), coin).toEqual([])
    }
  })

test('measures the processor of the PC with the engine of the miner, and computes with its rate', async ({ page }) => {
  await page.goto('/pc/')
  await waitForScript(page)
  await page.getByRole('button', { name: 'Measure this PC for 5 seconds' }).click()
  await expect(page.getByText(/^Measuring on \d+ of \d+ threads: [1-5] s left$/)).toBeVisible()
  const done = page.getByText(/^Measured in this browser on \d+ of \d+ threads: [\d.]+ MH\/s\./)
  await expect(done).toBeVisible({ timeout: 60_000 })
  const rate = /: ([\d.]+) MH/.exec((await done.textContent()) ?? '')?.[1] ?? ''
  expect(Number(rate)).toBeGreaterThan(0.01)
  await expect(page.getByLabel('Hash rate')).toHaveValue(rate)
  await expect(page.getByLabel('Hardware')).toHaveValue('')
})

test.describe('on a phone', () => {
  test.use({ isMobile: true, hasTouch: true })
  test('offers no measurement, because phones do not mine', async ({ page }) => {
    await page.goto('/pc/')
    await waitForScript(page)
    await expect(page.getByRole('button', { name: 'Measure this PC' })).toBeHidden()
  })
})
