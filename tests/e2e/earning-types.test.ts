import type { Page } from '@playwright/test'
import { texts } from './texts.ts'
import { enterDemo, expect, OVERVIEW, test, waitForApp } from './world.ts'

/** One account with PC and cloud earnings behind it: the demo's, whose orders were paid on a network of its own. */
test.use({ demo: true, paid: true })

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
/** The coins of a table, and the last figure of each. */
const totals = async (page: Page, table: string) => {
  const rows = page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ hasText: /\d\.\d{4}/ })
  await expect(rows.first()).toBeVisible()
  const texts = await rows.allTextContents()
  return texts.map((text) => text.match(/ALEO|GRASS|NODEPAY|USDT|\d[\d,]*\.\d{4}/g))
}

for (const [tab, type] of [
  ['pc-earnings', 0],
  ['cloud-earnings', 1],
] as const)
  test(`the list by coin shows the same figures for ${tab} as its detail`, async ({ page, service }) => {
    await enterDemo(page, service)
    await page.goto(`/user/earnings/${tab}`)
    const coins = await totals(page, 'By coin')
    expect(coins.length).toBeGreaterThan(0)
    for (const found of coins) {
      const coin = found?.[0]
      // All but today's estimate; in the first hour of a day yesterday is not settled, and has no figure.
      const amounts = found?.filter((one) => /\d/.test(one)).slice(1) ?? []
      const total = amounts.at(-1)
      expect(amounts.length).toBeGreaterThan(1)
      await page.goto(`/user/earning-detail?coin=${coin}&type=${type}`)
      const figures = region(page, coin ?? '')
      for (const amount of amounts) await expect(figures.getByText(amount, { exact: true }).first()).toBeVisible()
      expect(total).not.toBe('0.0000')
    }
  })

test('cloud earnings are listed by order, in Chinese', async ({ page, service }) => {
  const m = texts('zh', 'money')
  await enterDemo(page, service, 'zh')
  await page.goto('/user/earnings/cloud-earnings')
  const orders = page.getByRole('table', { name: m('byOrder.title') })
  await expect(orders.getByRole('columnheader', { name: m('byOrder.source') })).toBeVisible()
  const titles = orders.getByRole('rowheader')
  await expect(titles.first()).toHaveText(/\p{Script=Han}/u)
  for (const title of await titles.all()) await expect(title).toHaveText(/\p{Script=Han}/u)
  const list = region(page, m('details.title'))
  await expect(list.getByRole('columnheader', { name: m('details.source') })).toBeVisible()
  for (const cell of await list.getByRole('row').locator('td:nth-child(2)').all())
    await expect(cell).toHaveText(/\p{Script=Han}/u)
})

test("the figures of a detail follow the coin of its list's filter", async ({ page, service }) => {
  await enterDemo(page, service)
  await page.goto('/user/earning-detail?coin=ALEO')
  await expect(region(page, 'ALEO')).toBeVisible()
  await page.getByLabel('Coin', { exact: true }).selectOption('GRASS')
  await expect(region(page, 'GRASS')).toBeVisible()
  await expect(region(page, 'ALEO')).toHaveCount(0)
})

test('the numbers of withdrawals are beside their list', async ({ page, service }) => {
  await enterDemo(page, service)
  await page.goto('/user/earnings/withdrawals')
  await expect(page.getByRole('button', { name: /^All \d/ })).toBeVisible()
  await page.getByLabel('Coin', { exact: true }).selectOption('GRASS')
  await expect(page.getByRole('button', { name: 'All', exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Balances by coin' }).getByRole('row')).not.toHaveCount(1)
})

test('points are beside the other earnings', async ({ page, service }) => {
  await enterDemo(page, service)
  await page.goto('/user/earnings/pc-earnings')
  await page.getByRole('link', { name: 'Points earnings' }).click()
  await expect(page).toHaveURL(/\/user\/earnings\/points-earnings$/)
  await expect(region(page, 'Points earnings').getByRole('row').nth(1)).toContainText(/[+−]\d/)
  await expect(page.getByRole('img', { name: /Points over 14 days/ })).toBeVisible()
})

test('a day in the future has another message than other invalid ranges', async ({ page, service }) => {
  await enterDemo(page, service)
  const message = page.getByText("A date in the future can't be chosen")
  for (const path of ['/user/earnings/pc-earnings', '/user/earnings/points-earnings', '/user/earnings/withdrawals']) {
    await page.goto(path)
    const to = page.getByLabel('To, UTC day').first()
    await to.fill('2199-01-01')
    await expect(message).toBeVisible()
    await expect(to).toHaveAttribute('aria-invalid', 'true')
    await to.fill(new Date(service.now()).toISOString().slice(0, 10))
    await expect(message).toHaveCount(0)
  }
})

test('the overview has the last four earnings and withdrawals', async ({ page, service }) => {
  await enterDemo(page, service)
  await page.goto(OVERVIEW)
  await expect(region(page, 'Latest earnings').getByRole('listitem')).toHaveCount(4)
  await expect(region(page, 'Latest earnings')).toContainText(/≈ [\d,]+\.\d\d USDT earned in total/)
  const withdrawals = region(page, 'Latest withdrawals').getByRole('listitem')
  await expect(withdrawals.first()).toContainText(/\d\.\d{4} [A-Z]+/)
  await expect(withdrawals).toHaveCount(4)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a list grows by twenty and ends with its last row', async ({ page, service }) => {
    await enterDemo(page, service)
    await page.goto('/user/earning-detail?coin=ALEO&type=1')
    const list = region(page, 'All earnings')
    const rows = list.getByRole('listitem')
    await expect(rows).toHaveCount(20)
    const shown = list.getByText(/^20 of \d+ shown$/)
    const total = Number(/of (\d+)/.exec((await shown.textContent()) ?? '')?.[1])
    for (let count = 20; count < total; count += 20) {
      await list.getByRole('button', { name: 'Show more' }).click()
      await expect(rows).toHaveCount(Math.min(total, count + 20))
    }
    await expect(list.getByRole('button', { name: 'Show more' })).toHaveCount(0)
    await expect(list.getByRole('button', { name: 'Next page' })).toHaveCount(0)
  })

  test('the overview expands all the earnings that it has loaded', async ({ page, service }) => {
    await enterDemo(page, service)
    await page.goto(OVERVIEW)
    await waitForApp(page)
    const list = region(page, 'Latest earnings')
    await expect(list.getByRole('listitem')).toHaveCount(4)
    const total = Number(/of (\d+)/.exec((await list.getByText(/^4 of \d+ shown$/).textContent()) ?? '')?.[1])
    await list.getByRole('button', { name: 'Show more' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(total)
    expect(total).toBeGreaterThan(20)
  })
})

for (const [width, height] of [
  [1366, 660],
  [1280, 600],
] as const)
  test(`the navigation at ${width} x ${height} shows that it scrolls, and shows the row of the screen`, async ({
    page,
    service,
  }) => {
    await page.setViewportSize({ width, height })
    await enterDemo(page, service)
    await page.goto('/user/account')
    await waitForApp(page)
    const nav = page.getByRole('navigation', { name: 'Main', exact: true })
    await expect(nav.getByRole('link', { name: 'Account' })).toBeInViewport({ ratio: 0.9 })
    const styles = await nav.evaluate((one) => {
      const { backgroundImage, backgroundAttachment } = getComputedStyle(one)
      return { hides: one.scrollHeight > one.clientHeight, top: one.scrollTop, backgroundImage, backgroundAttachment }
    })
    expect(styles.hides).toBe(true)
    expect(styles.top).toBeGreaterThan(0)
    // The covers of the shadows at either end scroll with the rows.
    expect(styles.backgroundImage.match(/linear-gradient/g)).toHaveLength(4)
    expect(styles.backgroundAttachment).toBe('local, local, scroll, scroll')
    await nav.getByRole('link', { name: 'Overview' }).click()
    await expect(nav.getByRole('link', { name: 'Overview' })).toBeInViewport({ ratio: 0.9 })
  })
