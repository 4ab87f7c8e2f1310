import type { Page } from '@playwright/test'
import { fromUnits } from '#lib/money/coins.ts'
import { formatAmount } from '#lib/text/decimal.ts'
import { shorten } from '#lib/text/shorten.ts'
import { addresses, transaction } from '../_world/wallets.ts'
import { startMiner } from './miner.ts'
import { readersInTurn } from './readers.ts'
import {
  addWallet,
  aleo,
  available,
  createTraveller,
  DAY_MS,
  type Locale,
  openDialog,
  PIN,
  setPaymentPassword,
  type Traveller,
  utc,
} from './traveller.ts'
import { expect, moving, PASSWORD, register, type Service, test } from './world.ts'

/** One coin from the first share to the user's own wallet, through the pages: no table is written directly. */
test.use(moving)
test.use({ timed: 'money' })
test.describe.configure({ mode: 'serial', timeout: 180_000 })

/** ALEO for 10^12 units of work: one share of a new device is worth 10 of them, and a millionth more or less shows. */
const RATE = '40000123.456789'

/** Binds the real miner with the code of the page and mines at least two verified shares. */
async function mine(page: Page, service: Service, { t }: Traveller) {
  await page.getByRole('button', { name: t('bind.generate') }).click()
  const code = await page.locator('[data-code]').getAttribute('data-code')
  const miner = startMiner(service.origin, ['--code', code ?? '', '--name', 'Studio tower'])
  try {
    await miner.until(({ event, accepted }) => event === 'status' && Number(accepted) >= 2)
  } finally {
    await miner.stop()
  }
}

/** Fills the dialog in and sends it. */
async function withdraw(page: Page, amount: string, self: Traveller) {
  const { press, m, dialog } = self
  await openDialog(page, self)
  // The wallets and the fee come by calls of their own.
  await expect(dialog.getByRole('radio')).toBeChecked()
  await dialog.getByLabel(m('withdraw.amount'), { exact: true }).fill(amount)
  await expect(dialog.getByLabel(m('withdraw.receive'))).not.toHaveValue('')
  await press(m('withdraw.continue'))
  await expect(dialog).toContainText('aleo 1rhg du77 hgyq')
  await dialog.getByLabel(m('payment.title')).fill(PIN)
  await press(m('withdraw.submit', { amount, coin: 'ALEO' }))
}

const seen = (page: Page, text: string | RegExp) =>
  expect(page.getByText(text).locator('visible=true').first()).toBeVisible()

/** End of the new wallet's hold on its page, to the minute. */
async function heldTime(page: Page, { m }: Traveller): Promise<number> {
  const sentence = m('wallets.holdUntil', { time: '(.{16}) UTC' })
  const text = (await page.getByText(new RegExp(sentence)).textContent()) ?? ''
  return Date.parse(`${new RegExp(sentence).exec(text)?.[1]?.replace(' ', 'T')}Z`)
}

async function journey(page: Page, service: Service, parts: { email: string; locale: Locale; number: number }) {
  const { email, locale, number } = parts
  const self = createTraveller(page, service, locale)
  const { t, m, visit, goTo, step, saved } = self
  const startedAt = (Math.floor(service.now() / DAY_MS) + 1) * DAY_MS + DAY_MS / 2
  const midnight = (days: number) => (Math.floor(startedAt / DAY_MS) + days) * DAY_MS
  const operate = (line: string) => service.operate(`${line} --yes`)
  await goTo(startedAt)
  for (const line of [
    'projects aleo --on',
    'projects grass --off',
    'projects nodepay --off',
    `rates aleo --amount ${RATE}`,
  ])
    expect(await operate(line)).toMatchObject({ code: 0, err: '' })

  await register(page, service, email, locale)
  await mine(page, service, self)

  // The day is over: an estimate that settles, and nothing that is frozen.
  await goTo(midnight(1) + 4 * 3_600_000 - 60_000)
  await visit('/user/overview-main/overview')
  await expect(step('timeline.settling.title')).toContainText(t('timeline.settling.text'))
  await expect(step('timeline.frozen.title')).toContainText(t('timeline.frozen.none'))

  // Settled at 04:00, and frozen until the next midnight with a countdown.
  await goTo(midnight(1) + 4 * 3_600_000)
  await visit('/user/earning-detail')
  const earned = (await saved(m('csv.amount'))).reduce((sum, amount) => sum + aleo(amount), 0n)
  expect(earned).toBeGreaterThan(aleo('20'))
  await visit('/user/overview-main/overview')
  const frozen = step('timeline.frozen.title')
  const left = new RegExp(`${t('units.hours', { count: '19' })}\\s*${t('units.minutes', { count: '5\\d' })}`)
  await expect(frozen).toContainText(utc(midnight(2)))
  await expect(frozen).toContainText(left)
  await expect(frozen).toContainText(formatAmount(fromUnits(earned, 'ALEO')))
  await setPaymentPassword(page, self)
  const since = service.now()
  await addWallet(self)
  const heldUntil = await heldTime(page, self)
  expect(heldUntil).toBeGreaterThanOrEqual(since + DAY_MS)
  expect(heldUntil).toBeLessThan(service.now() + DAY_MS + 60_000)
  expect(await available(page, self)).toBe(0n)

  // Free at midnight; the new address holds what is withdrawn for four hours more.
  await goTo(midnight(2))
  expect(await available(page, self)).toBe(earned)
  await withdraw(page, '4', self)
  await expect(self.dialog).toBeHidden()
  await seen(page, m('withdrawals.status.pending'))
  await seen(page, new RegExp(utc(heldUntil)))
  const [request] = JSON.parse((await operate(`withdrawals --user ${email} --json`)).out) as { id: string }[]
  const id = request?.id ?? ''
  expect(await operate(`approve ${id}`)).toMatchObject({ code: 3, err: expect.stringContaining('held back until') })

  await goTo(heldUntil)
  expect(await operate(`approve ${id}`)).toMatchObject({ code: 0 })
  expect((await operate(`pay ${id}`)).out).toContain(`Send 3.95 ALEO on Aleo to\n${addresses.ALEO}`)
  await visit('/user/earnings/withdrawals')
  await seen(page, m('withdrawals.status.approved'))
  expect(await operate(`pay ${id} --transaction ${transaction(number)}`)).toMatchObject({ code: 0 })

  // Credited, with the transaction; and every unit is in one place.
  await page.reload()
  await seen(page, m('withdrawals.status.credited'))
  await seen(page, shorten(transaction(number)))
  expect([await saved(m('csv.transaction')), await saved(m('csv.amount')), await saved(m('csv.receive'))]).toEqual([
    [transaction(number)],
    ['4'],
    ['3.95'],
  ])
  expect((await available(page, self)) + aleo('4')).toBe(earned)
  await visit('/user/overview-main/overview')
  const rest = formatAmount(fromUnits(earned - aleo('4'), 'ALEO'))
  await expect(page.getByRole('list', { name: t('balance.byCoin') })).toContainText(rest)
  await expect(step('timeline.balance.title')).toContainText(rest)
  expect(await service.operate('verify-money')).toMatchObject({ code: 0, err: '' })
}

/** The account that the last test continues with. */
let known = ''

// I1: both zones have another day than UTC at one of the moments that the clock is set to.
const zones = { en: 'America/New_York', zh: 'Pacific/Kiritimati' }

for (const { locale, browserLocale, screen } of readersInTurn(1))
  test.describe(`in ${locale}, in the time zone ${zones[locale]}`, () => {
    test.use({ ...screen, locale: browserLocale, timezoneId: zones[locale] })
    test('coins go from the first share to the own wallet', async ({ page, service, email }) => {
      await journey(page, service, { email, locale, number: locale === 'en' ? 1 : 2 })
      known = email
    })
  })

test('H6 a lost answer, and the same figures in another tab, are one withdrawal', async ({
  page,
  service,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/)
  // A minute begins: requests in it are shown with it.
  await service.goTo(Math.ceil(service.now() / 60_000) * 60_000)
  await page.clock.setSystemTime(service.now())
  await page.goto('/login/')
  await page.locator('[name=username]').fill(known)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL('**/user/overview-main/overview')
  const self = createTraveller(page, service, 'en')
  const before = await available(page, self)
  await page.route('**/withdrawal-log/withdraw', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await withdraw(page, '5', self)
  await expect(self.dialog.getByRole('alert')).toContainText(self.m('withdraw.lost'))
  await page.unroute('**/withdrawal-log/withdraw')
  // In another tab after a lost response: it shows the first one, and sends no second.
  const requestedAt = service.now()
  await service.goTo(requestedAt + 60_000)
  const tab = await page.context().newPage()
  await tab.clock.setSystemTime(service.now())
  const there = createTraveller(tab, service, 'en')
  await withdraw(tab, '5', there)
  await expect(there.dialog.getByRole('alert')).toContainText(
    `already requested at ${utc(requestedAt)} and is now “In review”`,
  )
  await there.dialog.getByRole('link', { name: there.m('withdrawals.history') }).click()
  await expect(there.dialog).toBeHidden()
  await expect(tab.getByRole('row').filter({ hasText: 'In review' })).toHaveCount(1)
  await tab.close()
  expect(await available(page, self)).toBe(before - aleo('5'))

  // Cancelled, it is over: the same figures are another one.
  await self.press(self.t('cancel'), page)
  await self.press(self.m('withdrawals.cancel'))
  await expect(page.getByText(self.m('withdrawals.status.cancelled')).first()).toBeVisible()
  await withdraw(page, '5', self)
  await expect(self.dialog).toBeHidden()
  await self.visit('/user/earnings/withdrawals')
  expect(await self.saved(self.m('csv.status'))).toEqual(['In review', 'Cancelled', 'Credited'])
  expect(await service.operate('verify-money')).toMatchObject({ code: 0 })
})
