import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { utcDate, utcDayStart } from '#lib/time/format.ts'
import { findProblems } from './lenses/axe.ts'
import { withoutRule } from './lenses/classes.ts'
import { enterDemo, expect, failUntilTried, forgetSession, OVERVIEW, test } from './world.ts'

/** One account with settled days: the demo's. Each test continues from the state of the previous one. */
test.use({ demo: true })
test.describe.configure({ mode: 'serial' })

const dialog = (page: Page) => page.getByRole('dialog')

test.beforeEach(({ page, service }) => enterDemo(page, service))

test('every page states that its figures are simulated', async ({ page }) => {
  await forgetSession(page)
  await page.goto('/login/')
  await page.getByRole('button', { name: /demo/i }).click()
  await page.waitForURL(`**${OVERVIEW}`)
  const notice = () => page.evaluate(() => getComputedStyle(document.documentElement, '::after').content)
  for (const path of ['/', '/status/', '/download/', '/points/']) {
    await page.goto(path)
    expect([path, await notice()]).toEqual([path, '"Demo: all figures are simulated."'])
  }
  await page.goto('/zh/docs/')
  expect(await notice()).toBe('"演示环境：所有数据均为模拟。"')
  await page.goto('/user/account')
  await expect(page.getByRole('note')).toHaveText('Demo: all figures are simulated.')
  expect(await notice()).toBe('none')
})

test('the overview shows credited, frozen and estimated amounts', async ({ page }) => {
  await page.goto(OVERVIEW)
  const balance = page.getByRole('region', { name: 'Estimated balance' })
  await expect(
    balance
      .getByRole('list', { name: 'Balance by coin' })
      .getByText(/^[1-9]\d*\.\d{4}$/)
      .first(),
  ).toBeVisible()
  const timeline = page.getByRole('region', { name: 'From mined to withdrawable' })
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Mined today · estimate' })).toContainText(
    /in (1\sd )?\d+\sh/,
  )
  await expect(timeline.getByRole('listitem').filter({ hasText: 'Withdrawable' }).last()).toContainText('ALEO')
  await expect(page.getByRole('img', { name: /Earnings over 14 days/ })).toBeVisible()
  const twin = page.getByRole('table', { name: /Earnings over 14 days/ })
  await expect(twin.getByRole('row')).toHaveCount(15)
  await expect(twin.getByRole('row').last()).toContainText('Estimate, not settled')
})

test('shows nothing about earnings that have not loaded', async ({ page }) => {
  await page.route('**/api/**', () => undefined)
  await page.goto('/user/earnings/pc-earnings')
  const figures = page.getByRole('region', { name: 'Earnings, valued in USDT' })
  await expect(figures.getByText('Total earned')).toBeVisible()
  await expect(figures.getByText(/settled yet|Since|^Settled/)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Earnings Statistics' }).locator('.ghost-bars')).toBeVisible()
})

/** The demo's devices keep mining, and new figures redraw a chart: here their earnings are frozen. */
async function letEarningsStand(page: Page): Promise<void> {
  const bodies = new Map<string, Promise<string>>()
  await page.route(/overview-data|get-daily-income/, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (!bodies.has(pathname))
      bodies.set(
        pathname,
        route.fetch().then((answer) => answer.text()),
      )
    await route.fulfill({ contentType: 'application/json', body: (await bodies.get(pathname)) as string })
  })
}

/** Today's estimate arrives with the second of two responses, and is drawn in the frame after it is in the table. */
async function untilDrawn(page: Page): Promise<void> {
  const twin = page.getByRole('table', { name: /Earnings over 14 days/ })
  await expect(twin.getByRole('row').last()).toContainText('Estimate, not settled')
  await expect(page.locator('canvas').first()).toBeVisible()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

test('the chart shows the figures of a day beside the pointer', async ({ page }) => {
  await letEarningsStand(page)
  await page.goto('/user/earnings/pc-earnings')
  await untilDrawn(page)
  const chart = page.getByRole('region', { name: 'Earnings Statistics' })
  const place = await chart.locator('canvas').boundingBox()
  if (!place) throw new Error('the chart has no place')
  for (const share of [0.3, 0.9]) {
    const x = place.x + place.width * share
    await page.mouse.move(x, place.y + place.height / 2)
    const box = chart.locator('.tip')
    await expect(box).toContainText(/^\d+ \w+.*ALEO/)
    await expect(box).toHaveCSS('position', 'absolute')
    const bounds = await box.boundingBox()
    if (!bounds) throw new Error('the box is not shown')
    expect(Math.min(Math.abs(bounds.x - x), Math.abs(bounds.x + bounds.width - x))).toBeLessThan(60)
    expect(await withoutRule(page)).toEqual([])
  }
})

test('the chart is not redrawn for equal figures, nor for a dialog', async ({ page }) => {
  await page.addInitScript(() => {
    const { clearRect } = CanvasRenderingContext2D.prototype
    Object.assign(globalThis, { drawings: 0 })
    CanvasRenderingContext2D.prototype.clearRect = function (...area) {
      ;(globalThis as never as { drawings: number }).drawings += 1
      clearRect.apply(this, area)
    }
  })
  const drawings = () => page.evaluate(() => (globalThis as never as { drawings: number }).drawings)
  await letEarningsStand(page)
  await page.goto(OVERVIEW)
  await untilDrawn(page)
  const before = await drawings()
  expect(before).toBeGreaterThan(0)
  const names = ['getMachineStatistics', 'getMachineList', 'overview-data', 'get-daily-income']
  const answers = names.map((name) => page.waitForResponse((response) => response.url().endsWith(`/${name}`)))
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await Promise.all(answers)
  await page.getByRole('button', { name: 'Add device' }).first().click()
  await expect(dialog(page).getByRole('timer')).toBeVisible()
  expect(await drawings()).toBe(before)
})

test('amounts can be hidden, and stay hidden', async ({ page }) => {
  const hide = page.getByRole('button', { name: 'Hide amounts' })
  await page.goto(OVERVIEW)
  await hide.click()
  await expect(page.getByText('Amounts are hidden')).toBeVisible()
  await page.reload()
  await expect(hide).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('region', { name: 'Estimated balance' })).not.toContainText(/\d\.\d/)
  // How they are shared between the coins is hidden with them.
  await expect(page.getByRole('img', { name: /%/ })).toHaveCount(0)
  await hide.click()
  await expect(page.getByRole('region', { name: 'Estimated balance' })).toContainText(/\d\.\d{4}/)
  await expect(page.getByRole('img', { name: /ALEO \d+%/ })).toBeVisible()
})

test('statistics accept up to 14 days, and show the limit', async ({ page }) => {
  await page.goto('/user/earnings/pc-earnings')
  const from = page.getByLabel('From, UTC day')
  const today = await page.getByLabel('To, UTC day').inputValue()
  const before = (days: number) => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
  await from.fill(before(15))
  await expect(page.getByText('The time frame cannot exceed 14 days')).toBeVisible()
  await expect(from).toHaveAttribute('aria-invalid', 'true')
  await from.fill(before(5))
  await expect(page.getByText('The time frame cannot exceed 14 days')).toBeHidden()
  const compared = page.getByRole('table', { name: 'Compared with the previous 6 days' })
  await expect(compared.getByRole('row', { name: /ALEO/ })).toContainText(/[+−]?\d\.\d{4}/)
  await expect(page.getByRole('table', { name: 'By device' }).getByRole('row', { name: /Study tower/ })).toBeVisible()
  await expect(page.getByRole('table', { name: 'By device' }).getByRole('row').last()).toContainText('Total')
})

test('two days are chosen on a calendar by keyboard alone', async ({ page }) => {
  await page.goto('/user/earnings/pc-earnings')
  const [from, to] = [page.getByLabel('From, UTC day'), page.getByLabel('To, UTC day')]
  const today = await to.inputValue()
  await page.getByRole('button', { name: 'Choose UTC days on a calendar' }).focus()
  await page.keyboard.press('Enter')
  const day = dialog(page).locator('button:focus')
  await expect(day).toHaveText(String(Number(today.slice(8))))
  expect(await findProblems(page, 'dialog[open]')).toEqual([])
  // Later days cannot be chosen; the first day and the second may be set in either order.
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  const before = (days: number) => utcDate((utcDayStart(today) ?? 0) - days * 86_400)
  for (let days = 1; days <= 3; days += 1) {
    await page.keyboard.press('ArrowLeft')
    await expect(day).toHaveText(String(Number(before(days).slice(8))))
  }
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(from).toHaveValue(before(3))
  await expect(to).toHaveValue(today)
  await expect(page.getByRole('button', { name: 'Choose UTC days on a calendar' })).toBeFocused()
})

test('the filtered list is exported completely, with full amounts', async ({ page }) => {
  await page.goto('/user/earning-detail?coin=ALEO&type=0')
  await expect(page.getByRole('row')).toHaveCount(21)
  await page.getByRole('button', { name: 'Withdrawable' }).click()
  await expect(page.getByText('Frozen', { exact: true }).locator('visible=true')).toHaveCount(2)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines[0]).toContain('Day (UTC),Coin,Amount,Type,Source,Status,Settled at,Withdrawable from')
  expect(lines.length).toBeGreaterThan(60)
  for (const line of lines.slice(1))
    expect(line).toMatch(
      /^\d{4}-\d{2}-\d{2},ALEO,\d+\.\d+,PC,[^,]+,Withdrawable,[-\d]+ \d{2}:\d{2} UTC,[-\d]+ 00:00 UTC$/,
    )
})

test('the cloud tab shows that it has no earnings yet', async ({ page }) => {
  await page.goto('/user/earnings/pc-earnings')
  await page.getByRole('link', { name: 'Cloud earnings' }).click()
  await expect(page.getByText('No cloud earnings yet')).toBeVisible()
  await page.getByRole('link', { name: 'See the plans' }).click()
  await expect(page).toHaveURL(/cloud-mining/)
})

test('the cloud tab shows that it failed to load, and retries', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_CONNECTION_REFUSED/)
  await failUntilTried(page, '**/api/user-income-detail/**', (route) => route.abort('connectionrefused'))
  await page.goto('/user/earnings/cloud-earnings')
  await expect(page.getByText('Failed to retrieve data')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No cloud earnings yet')).toBeVisible()
})

test('electricity costs are computed in the browser', async ({ page }) => {
  await page.goto('/user/earnings/pc-earnings')
  await expect(page.getByLabel('Electricity price, USD per kWh')).toBeHidden()
  await page.getByText('Electricity and net').click()
  await page.getByLabel('Electricity price, USD per kWh').fill('0.25x')
  await expect(page.getByText('Use digits, and a point for decimals, for example 0.25')).toBeVisible()
  await page.getByLabel('Electricity price, USD per kWh').fill('0.25')
  await expect(page.getByText('Use digits, and a point')).toHaveCount(0)
  const cost = page.getByText(/Yesterday ≈ \d\.\d\d USD of electricity for \d devices/)
  const countOf = async () => Number(/(\d) devices/.exec((await cost.textContent()) ?? '')?.[1])
  await expect(page.getByText('measured 214\u00a0W')).toBeVisible()
  await expect(cost).toBeVisible()
  const measured = await countOf()
  await page.getByLabel('Watts of Garage server').fill('100')
  await expect.poll(countOf).toBe(measured + 1)
  await page.reload()
  await expect(page.getByLabel('Electricity price, USD per kWh')).toHaveValue('0.25')
})

test('prices by hour are entered by the keyboard, price yesterday, and fill the schedule of a device', async ({
  page,
}) => {
  await page.goto('/user/earnings/pc-earnings')
  await page.getByText('Electricity and net').click()
  await page.getByLabel('Electricity price, USD per kWh').fill('0.25')
  const cost = page.getByText(/Yesterday ≈ \d\.\d+ USD of electricity/)
  // Yesterday is settled from 04:00 UTC on.
  await expect(cost).toContainText(/PC earnings minus that|once yesterday is settled/)
  const flat = await cost.textContent()
  await page.getByLabel('My price depends on the hour').press('Space')
  await expect(page.getByText('Enter a price for each kind of hour')).toBeVisible()
  await expect(page.getByLabel('Price, Standard')).toHaveValue('0.25')
  await page.getByLabel('Price, Off-peak').fill('11')
  await expect(page.getByText('Enter a number from 0 to 10')).toBeVisible()
  await page.getByLabel('Price, Off-peak').fill(' ０,25')
  await expect(cost).toHaveText(flat ?? '')
  await page.getByLabel('Price, Off-peak').fill('0,1')
  await expect(cost).not.toHaveText(flat ?? '')
  const cell = (name: string) => page.getByRole('gridcell', { name, exact: true })
  await page.getByRole('button', { name: 'Peak', exact: true }).press('Enter')
  await page.keyboard.press('Tab')
  await expect(cell('Monday 00:00, Off-peak')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(cell('Monday 00:00, Peak')).toBeFocused()
  await expect(page.getByText('Enter a price for each kind of hour')).toBeVisible()
  await page.getByLabel('Price, Peak').fill('0.4')
  await expect(cost).toBeVisible()
  expect(await findProblems(page)).toEqual([])
  await page.reload()
  await expect(cell('Monday 00:00, Peak')).toBeVisible()
  await page.goto('/user/overview-main/machine')
  await page.getByRole('button', { name: /Study tower/ }).click()
  const panel = page.getByRole('region', { name: 'Control' })
  await panel.getByRole('button', { name: 'Change settings' }).click()
  await panel.getByLabel('Mine only at certain hours').check()
  await panel.getByRole('button', { name: 'Cheapest electricity' }).click()
  await expect(panel.getByRole('button', { name: 'Cheapest electricity' })).toHaveAttribute('aria-pressed', 'true')
  await expect(panel.getByRole('gridcell', { selected: true })).toHaveCount(7 * 8 - 1)
  await expect(panel.getByRole('gridcell', { name: 'Monday 00:00' })).toHaveAttribute('aria-selected', 'false')
})

test('values are shown in the chosen currency beside USDT, times in the chosen zone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/user/account')
  await page.getByRole('button', { name: 'Copy the invite code' }).click()
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^[A-Z0-9]{6,}$/)
  await page.getByLabel('Currency').selectOption('Euro, EUR')
  await expect(page.getByText('1 USDT is about 0.9215 EUR')).toBeVisible()
  const now = page.getByText(/^Your time now: /)
  const here = await now.textContent()
  await page.getByLabel('Time zone').selectOption('Asia/Shanghai')
  await expect(now).not.toHaveText(here ?? '')
  await page.goto('/user/overview-main/overview')
  const shown = page.getByRole('region', { name: 'Estimated balance' }).getByText(/^≈ [\d,]+\.\d\d EUR · approximate/)
  await expect(shown).toBeVisible()
  await page.goto('/user/earnings/pc-earnings')
  const figures = page.getByRole('region', { name: 'Earnings, valued in USDT' })
  // Just after midnight yesterday is not settled yet, and has no value.
  await expect.poll(() => figures.getByText(/^≈ [\d,]+\.\d\d EUR$/).count()).toBeGreaterThanOrEqual(3)
  await page.goto('/user/account')
  await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Shanghai')
  await page.getByRole('link', { name: 'Invite friends' }).click()
  await expect(page).toHaveURL('/user/invitation')
})
