import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { toUnits } from '#lib/money/coins.ts'
import { addresses } from '../_world/wallets.ts'
import { expect, PASSWORD, type Service, waitForApp } from './world.ts'

export type Locale = 'en' | 'zh'
export const PIN = '481516'
export const DAY_MS = 86_400_000

/** A sentence of a catalogue with its values filled in. */
export const sentences =
  (locale: Locale, catalogue: 'app' | 'money' | 'market' | 'balance' | 'payment' | 'browser-wallet') =>
  (key: string, values: Record<string, string> = {}): string => {
    const texts = JSON.parse(readFileSync(`public/locales/${locale}/${catalogue}.json`, 'utf8')) as object
    const text = key.split('.').reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], texts)
    return String(text).replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')
  }

export const aleo = (text: string) => toUnits(text.replaceAll(',', ''), 'ALEO')
export const utc = (time: number) => `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Somebody at the pages of one service, by its clock. */
export function createTraveller(page: Page, service: Service, locale: Locale) {
  const t = sentences(locale, 'app')
  const m = sentences(locale, 'money')
  const dialog = page.getByRole('dialog')
  return {
    t,
    m,
    dialog,
    press: (name: string, within: Page | Locator = dialog) => within.getByRole('button', { name, exact: true }).click(),
    async visit(address: string) {
      await page.goto(address)
      await waitForApp(page)
    },
    /** To another time, from which the next page is visited: an open one would ask while the two clocks differ. */
    async goTo(time: number) {
      await page.goto('about:blank')
      await service.goTo(time)
      await page.clock.setSystemTime(time)
    },
    step: (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: t(name) }) }),
    /** The amounts of a saved list, a column by its title. */
    async saved(title: string): Promise<string[]> {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('csv.save') }).click(),
      ])
      const [head = '', ...lines] = readFileSync(await file.path(), 'utf8')
        .replace('\uFEFF', '')
        .trimEnd()
        .split('\r\n')
      const column = head.split(',').indexOf(title)
      expect(column).toBeGreaterThanOrEqual(0)
      return lines.map((line) => line.split(',')[column] ?? '')
    },
  }
}
export type Traveller = ReturnType<typeof createTraveller>

export async function setPaymentPassword(page: Page, { visit, press, m, dialog }: Traveller) {
  await visit('/user/wallets')
  await press(m('wallets.add'), page)
  await press(m('payment.set'))
  await dialog.getByLabel(m('payment.new')).fill(PIN)
  await dialog.getByLabel(m('payment.again')).fill(PIN)
  await dialog.getByLabel(m('payment.accountPassword')).fill(PASSWORD)
  await press(m('payment.save'))
}

export async function addWallet({ press, m, dialog }: Traveller) {
  await dialog.getByLabel(m('wallets.name')).fill('Ledger')
  await dialog.getByLabel(m('wallets.address')).fill(addresses.ALEO)
  await dialog.getByLabel(m('payment.title')).fill(PIN)
  await press(m('wallets.add'))
  await expect(dialog).toBeHidden()
}

export async function openDialog(page: Page, { visit, press, m }: Traveller) {
  await visit('/user/earnings/withdrawals')
  await press(m('withdraw.title'), page)
}

/** The withdrawable amount to the last unit, as the dialog fills it in, 0 where it says that there is none; ends with it closed. */
export async function available(page: Page, self: Traveller): Promise<bigint> {
  const { press, m, dialog } = self
  await openDialog(page, self)
  const max = dialog.getByRole('button', { name: m('withdraw.max'), exact: true })
  const nothing = dialog.getByText(m('withdraw.nothing'), { exact: true })
  await expect(max.or(nothing)).toBeVisible()
  if (await nothing.isVisible()) {
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    return 0n
  }
  await press(m('withdraw.max'))
  const all = dialog.getByRole('button', { name: m('withdraw.allOfIt', { amount: '' }) })
  if (await all.isVisible()) await all.click()
  const text = await dialog.getByLabel(m('withdraw.amount'), { exact: true }).inputValue()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  return aleo(text)
}
