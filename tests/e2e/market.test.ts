import { readFile } from 'node:fs/promises'
import type { Browser, Locator, Page } from '@playwright/test'
import { fromUnits } from '#lib/money/coins.ts'
import { formatAmount } from '#lib/text/decimal.ts'
import { utcDate } from '#lib/time/format.ts'
import {
  addWallet,
  aleo,
  available,
  createTraveller,
  DAY_MS,
  type Locale,
  sentences,
  setPaymentPassword,
} from './traveller.ts'
import { expect, moving, register, type Service, test } from './world.ts'

/** Plans that are paid by real transactions on a network of the service's own, read from the pages: no table is written to. */
test.use(moving)
test.use({ timed: 'market', paid: true })
test.describe.configure({ mode: 'default', timeout: 180_000 })

const HOUR_MS = 3_600_000
/** 50 GH/s of ALEO for 90 days, prepared in 24 hours. */
const PLAN = 'aleo-50-90'
const market = '/user/cloud-mining'

/** Somebody at the market, by the words of one language. */
function createBuyer(page: Page, service: Service, locale: Locale) {
  const m = sentences(locale, 'market')
  const self = createTraveller(page, service, locale)
  return {
    ...self,
    m,
    self,
    heading: (name: string) => page.getByRole('heading', { name, exact: true }),
    press: (name: string) => page.getByRole('button', { name, exact: true }).click(),
    /** From the market to a plan's page, with its terms accepted. */
    async choosePlan(units: number) {
      await self.visit(`${market}/market-home/market`)
      await page.locator(`a[href$="/order-confirm/${PLAN}"]`).click()
      for (let more = 1; more < units; more += 1)
        await page.getByRole('button', { name: m('confirm.more'), exact: true }).click()
      await page.getByRole('checkbox').check()
    },
  }
}

/** The file that the export button of the list saves. */
async function savedBy(page: Page, locale: Locale): Promise<string> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: sentences(locale, 'app')('csv.save'), exact: true }).click()
  return readFile(await (await download).path(), 'utf8')
}

/** Somebody without an account sees by the link what runs, and nothing of the account, until it is revoked. */
async function shows(
  browser: Browser,
  { link, hashrate, revoke }: { link: Locator; hashrate: string; revoke(): Promise<void> },
): Promise<void> {
  const page = await browser.newPage()
  await page.goto((await link.textContent()) ?? '')
  const main = page.locator('main:visible')
  await expect(main).toContainText(hashrate)
  await expect(main).not.toContainText(/CM[0-9A-Z]{14}|@|376/)
  await revoke()
  await expect(link).toHaveCount(0)
  await page.reload()
  await expect(main).toContainText('This link is no longer active')
  await expect(main).not.toContainText(hashrate)
  await page.close()
}

const noonOf = (time: number) => (Math.floor(time / DAY_MS) + 1) * DAY_MS + DAY_MS / 2

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 }, timezoneId: 'America/New_York' })
  test('a visitor pays an order on chain, and withdraws its output, in English', async ({
    page,
    browser,
    service,
    email,
  }) => {
    const { m, self, heading, press, choosePlan, visit, goTo, saved } = createBuyer(page, service, 'en')
    const startedAt = noonOf(service.now())
    const midnight = (days: number) => (Math.floor(startedAt / DAY_MS) + days) * DAY_MS
    await goTo(startedAt)
    await page.goto('/cloud/')
    await expect(page.locator('[data-plans]')).toContainText('188.00')
    // Plans not yet or no longer on sale are listed too, with their state.
    const shown = (await (await page.request.get('/api/plans')).json()) as { list: unknown[] }
    await expect(page.locator('[data-plans] li')).toHaveCount(shown.list.length)
    await expect(page.locator('[data-plans] [data-of=state]').first()).toHaveText(
      /^(On sale|Preparing|Sold out|Ended)$/,
    )
    await expect(page.locator('[data-plans] [data-of=unitDay]').first()).toHaveText(/ USDT \/ \w+\/s$/)
    await page.locator('[data-plans] li', { hasText: '188.00' }).getByRole('link', { name: 'Rent' }).click()
    await page.waitForURL('**/login/**')
    await register(page, service, email)

    await choosePlan(2)
    await expect(page.getByText('376.00 USDT')).toBeVisible()
    // Invalid input stays with its error, and cannot be ordered.
    const units = page.getByLabel(m('confirm.units'), { exact: true })
    for (const [typed, error] of [
      ['1.5', m('confirm.notWhole')],
      ['99999999', m('confirm.tooMany', { most: '1,800' })],
    ] as const) {
      await units.fill(typed)
      await expect(page.getByRole('alert').filter({ hasText: error })).toBeVisible()
      await expect(units).toHaveValue(typed)
      await expect(page.getByRole('button', { name: m('confirm.place'), exact: true })).toBeDisabled()
    }
    await units.fill('2')
    await press(m('confirm.place'))
    await page.waitForURL('**/order-detail/CM*')
    await expect(heading(m('pay.send', { amount: '376.00' }))).toBeVisible()
    await expect(page.getByRole('timer').filter({ hasText: /^(29|30):\d\d$/ })).toBeVisible()
    await press(m('pay.test'))

    // Seen by the watcher, then final six blocks later, in front of the payer's eyes.
    await expect(heading(m('outcome.paying'))).toBeVisible()
    await expect(
      page.getByText(new RegExp(`^${m('order.confirmationsOf', { done: '[1-6]', needed: '6' })}$`)),
    ).toBeVisible()
    await expect(heading(m('outcome.success'))).toBeVisible()
    await expect(page.getByText(m('outcome.successText'))).toBeVisible()
    const order = new URL(page.url()).pathname
    await expect(page.locator('.code').getByText(/^0x[0-9a-f]{64}$/)).toBeVisible()
    await expect(page.locator('.code').getByText(/^0x[0-9a-fA-F]{2}( [0-9a-fA-F]{4}){9} [0-9a-fA-F]{2}$/)).toBeVisible()
    await page.getByRole('link', { name: m('outcome.watch') }).click()
    const row = page.getByRole('row').filter({ hasText: '100 GH/s' })
    await expect(row).toContainText(new RegExp(`${m('running.ready')}|${m('running.preparing')}`))

    await goTo(startedAt + 25 * HOUR_MS)
    await visit(order)
    await expect(page.getByText(m('outcome.runningText'))).toBeVisible()
    await expect(page.getByText(m('outcome.successText'))).toHaveCount(0)
    await visit(`${market}/watcher`)
    await expect(row).toContainText(m('running.running'))
    await press(m('share.make'))
    await shows(browser, {
      link: page.getByText(/\/watch\/[\w-]{43}$/),
      hashrate: '100 GH/s',
      revoke: () => press(m('share.revoke')),
    })

    // Half a day of it is settled at 04:00 of the next one, frozen, and free at midnight, to the last unit.
    await goTo(midnight(2) + 4 * HOUR_MS)
    await visit(`${market}/watcher`)
    const income = (await saved(m('csv.output'))).reduce((sum, amount) => sum + aleo(amount || '0'), 0n)
    expect(income).toBeGreaterThan(0n)
    await expect(row).toContainText(`${formatAmount(fromUnits(income, 'ALEO'))} ALEO`)
    await setPaymentPassword(page, self)
    await addWallet(self)
    expect(await available(page, self)).toBe(0n)
    await goTo(midnight(3))
    expect(await available(page, self)).toBe(income)
    expect(await service.operate('verify-money')).toMatchObject({ code: 0, err: '' })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, locale: 'zh-CN' })
  test.use({ timezoneId: 'Asia/Shanghai' })
  test('a balance is recharged, and an order is paid from it, in Chinese', async ({ page, service, email }) => {
    const b = sentences('zh', 'balance')
    const p = sentences('zh', 'payment')
    const { m, heading, press, choosePlan, visit, goTo } = createBuyer(page, service, 'zh')
    await goTo(noonOf(service.now()))
    await register(page, service, email, 'zh')
    await visit('/user/balance/recharge')
    await page.getByLabel(b('form.amount'), { exact: true }).fill('263.2')
    await press(b('form.act'))
    await expect(heading(b('pay.send', { amount: '263.20' }))).toBeVisible()
    // A missing payment is named by its pasted transaction id; an invalid one is refused at once.
    await page.getByText(b('pay.missing'), { exact: true }).click()
    const id = page.getByLabel(p('field'), { exact: true })
    await id.fill('0x1234')
    await press(p('look'))
    await expect(page.getByRole('alert').filter({ hasText: p('invalid') })).toBeVisible()
    await expect(id).toBeFocused()
    await id.fill(`https://etherscan.io/tx/0x${'AB'.repeat(32)}`)
    await press(p('look'))
    await expect(page.getByText(`0x${'ab'.repeat(32)}`)).toBeVisible()
    await expect(page.getByText(p('looking'))).toBeVisible()
    await press(b('pay.test'))
    // While the full amount is not final, no further payment is requested.
    await expect(heading(b('pay.detected'))).toBeVisible()
    await expect(page.getByRole('img', { name: b('pay.code') })).toHaveCount(0)
    await expect(page.getByRole('button', { name: b('pay.havePaid'), exact: true })).toHaveCount(0)
    await expect(heading(b('pay.credited', { amount: '263.20' }))).toBeVisible()

    await choosePlan(1)
    await page.getByRole('radio', { name: m('networks.balance') }).check()
    await expect(page.getByText(m('networks.fee'))).toHaveCount(0)
    // The balance is spent only after a confirmation, which shows the amount.
    const pay = m('confirm.pay', { amount: '188.00' })
    await press(pay)
    await expect(page.getByRole('dialog')).toContainText('75.20 USDT')
    await page.getByRole('dialog').getByRole('button', { name: pay, exact: true }).click()
    await page.waitForURL('**/order-detail/CM*')
    await expect(heading(m('outcome.success'))).toBeVisible()

    await visit('/user/balance/consumption')
    const overview = page.getByRole('region', { name: b('overview.label') })
    for (const amount of ['75.20', '263.20', '188.00']) await expect(overview).toContainText(amount)
    const spent = page.getByRole('listitem').filter({ hasText: b('kinds.order') })
    await expect(spent).toContainText('188.00')
    const today = utcDate(service.now() / 1000)
    const order = spent.getByRole('link')
    const orderNo = (await order.getAttribute('href'))?.split('/').at(-1) ?? ''
    expect(await savedBy(page, 'zh')).toContain(`${b('kinds.order')},${orderNo},,-188\r\n`)
    await order.click()
    await expect(heading(m('outcome.success'))).toBeVisible()
    await visit('/user/balance/consumption')
    await page.getByLabel(b('days.to'), { exact: true }).fill('2026-01-01')
    await expect(page.getByText(b('days.none'))).toBeVisible()
    await page.getByLabel(b('days.from'), { exact: true }).fill(today)
    await expect(page.getByRole('alert').filter({ hasText: b('days.RANGE_REVERSED') })).toBeVisible()
    await page.getByLabel(b('days.to'), { exact: true }).fill(today)
    await expect(spent).toContainText('188.00')
    await visit('/user/balance/recharge')
    expect(await savedBy(page, 'zh')).toContain(`,263.2,263.2,${b('status.credited')},0x`)
    expect(await service.operate('verify-money')).toMatchObject({ code: 0, err: '' })
  })
})
