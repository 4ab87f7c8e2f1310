import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { buyPlan, type Order } from '#lib/contract/orders.ts'
import { createVisitor } from '../_world/visitor.ts'
import { injectWallet } from './injected-wallet.ts'
import { findProblems, setTheme } from './lenses/axe.ts'
import { expectAtWidths } from './lenses/lenses.ts'
import { type Locale, sentences } from './traveller.ts'
import { expect, type Service, signUp, storedToken, test } from './world.ts'

/** Payments by a wallet in the browser, with real transactions on a network of the service's own. */
test.use({ timed: 'browser-wallet', paid: true })
test.describe.configure({ mode: 'default', timeout: 180_000 })

const PRICE = '188.00'
const UNITS = 188_000_000n
const FINAL_BLOCKS = 6

const orderPath = ({ orderNo }: Order) => `/user/cloud-mining/order-home/order-detail/${orderNo}`

/** Somebody who has ordered a plan and not paid it, by the words of one language. */
async function createPayer(page: Page, service: Service, { email, locale }: { email: string; locale: Locale }) {
  await signUp(page, service, email, { locale })
  const token = await storedToken(page)
  const user = createVisitor(service.door, { token: token ?? '' })
  const w = sentences(locale, 'browser-wallet')
  const dialog = page.getByRole('dialog')
  return {
    w,
    t: sentences(locale, 'app'),
    m: sentences(locale, 'market'),
    b: sentences(locale, 'balance'),
    dialog,
    async order(): Promise<Order> {
      const request = { productId: 'aleo-50-90', quantity: 1, network: 'LOCAL', requestId: randomUUID() } as const
      return (await user.call(buyPlan, request)).order
    },
    pay: page.getByRole('button', { name: w('pay'), exact: true }),
    press: (name: string) => dialog.getByRole('button', { name, exact: true }).click(),
    says: (text: string) => expect(dialog.getByText(text, { exact: true })).toBeVisible(),
    async isAccessible(): Promise<void> {
      for (const theme of ['day', 'night'] as const) {
        await setTheme(page, theme)
        await expect.poll(() => findProblems(page), theme).toEqual([])
      }
    },
  }
}

test('an order is paid by the chosen wallet, once, and only on its network', async ({ page, service, email }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const hostile = { name: 'Evil\u202e wallet<img src=x>', icon: 'https://evil.test/icon.png' }
  const named = [{ name: 'Test Wallet' }, hostile]
  const wallet = await injectWallet(page, service.chain(), { key: '71', named })
  const { w, m, dialog, pay, press, says, order, isAccessible } = await createPayer(page, service, {
    email,
    locale: 'en',
  })
  const made = await order()
  await wallet.fund(made.token?.contract ?? '', UNITS)
  await page.goto(orderPath(made))

  // By the keyboard; a wallet without a picture of its own has a drawing.
  await pay.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Test Wallet' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Evil wallet<img src=x>' })).toBeVisible()
  await expect(dialog.locator('img')).toHaveCount(1)
  await isAccessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(pay).toBeFocused()

  // On another network nothing is asked for but the switch.
  await pay.click()
  wallet.answer = 'refuses'
  await press('Test Wallet')
  await says(w('faults.refused'))
  wallet.answer = 'agrees'
  await press('Test Wallet')
  await says(w('steps.network', { wallet: 'Test Wallet', network: m('networks.test') }))
  await isAccessible()
  await expect(dialog.getByRole('button', { name: w('acts.send', { amount: PRICE }) })).toHaveCount(0)
  wallet.answer = 'refuses'
  await press(w('acts.switch'))
  await says(w('faults.refused'))
  wallet.answer = 'agrees'
  await press(w('acts.switch'))

  // The last look, and a refusal in the wallet.
  await says(w('steps.review', { wallet: 'Test Wallet' }))
  await expect(dialog).toContainText(`${PRICE} USDT`)
  expect((await dialog.textContent())?.replaceAll(' ', '')).toContain(made.paymentAddress)
  await isAccessible()
  wallet.answer = 'refuses'
  const send = dialog.getByRole('button', { name: w('acts.send', { amount: PRICE }), exact: true })
  await send.click()
  await says(w('faults.refused'))
  expect(wallet.sent).toEqual([])

  // Pressed twice it is sent once, and the network's own reader sees the payment.
  wallet.answer = 'agrees'
  await send.dblclick()
  await expect(page.getByRole('heading', { name: m('outcome.paying'), exact: true })).toBeVisible()
  await expect(dialog).toHaveCount(0)
  expect(wallet.sent).toHaveLength(1)
  expect(wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(2)
  await wallet.mine(FINAL_BLOCKS)
  await expect(page.getByRole('heading', { name: m('outcome.success'), exact: true })).toBeVisible()
  await expect(page.getByText(wallet.sent[0] ?? '', { exact: true })).toBeVisible()
  expect(await service.operate('verify-money')).toMatchObject({ code: 0, err: '' })
})

test('a recharge is paid on a phone by the wallet of the window, which answers late', async ({
  page,
  service,
  email,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const wallet = await injectWallet(page, service.chain(), { key: '72', named: [{ name: '', at: 'window' }] })
  wallet.chainId = '0x7a69'
  const { w, t, b, dialog, pay, press, says, order, isAccessible } = await createPayer(page, service, {
    email,
    locale: 'zh',
  })
  const { token } = await order()
  await wallet.fund(token?.contract ?? '', 19_999_999n)
  await page.goto('/user/balance/recharge')
  await page.getByLabel(b('form.amount'), { exact: true }).fill('20')
  await page.getByRole('button', { name: b('form.act'), exact: true }).click()

  // The QR code is the address, until the other one is chosen, which is remembered.
  const code = page.getByRole('img', { name: b('pay.code') }).locator('path')
  const plain = await code.getAttribute('d')
  await page.getByRole('button', { name: b('pay.codeLink'), exact: true }).click()
  await expect(code).not.toHaveAttribute('d', plain ?? '')
  await expect(page.getByText(b('pay.codeHint'), { exact: true })).toBeVisible()

  // One unit too little, then another account.
  await pay.click()
  const values = { wallet: w('unnamed'), network: b('form.test') }
  await says(w('faults.shortOfToken', values))
  await isAccessible()
  await wallet.fund(token?.contract ?? '', 1n)
  await press(t('tryAgain'))
  await says(w('steps.review', values))
  await wallet.change({ accounts: [] })
  await says(w('faults.locked', values))
  await wallet.change({ accounts: [wallet.address] })
  await press(w('unnamed'))
  await says(w('steps.review', values))
  await expectAtWidths(page, 'the review', [360, 390, 768, 1440])

  // Left open in the wallet: closed here, it is said and not asked for again without a warning.
  wallet.answer = 'silent'
  await press(w('acts.send', { amount: '20.00' }))
  await says(w('steps.sending', values))
  await isAccessible()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const [asked] = w('before.asked', { wallet: w('unnamed'), amount: '20.00', time: '|' }).split('|')
  await expect(page.getByText(asked ?? '')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: b('list.pay'), exact: true }).click()
  await expect(page.getByRole('button', { name: b('pay.codeLink'), exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await pay.click()
  await expect(dialog.getByText(asked ?? '')).toBeVisible()
  await isAccessible()
  expect(wallet.sent).toEqual([])
  wallet.answer = 'agrees'
  await press(w('acts.again'))
  await press(w('acts.send', { amount: '20.00' }))

  await expect(page.getByRole('heading', { name: b('pay.detected'), exact: true })).toBeVisible()
  await wallet.mine(FINAL_BLOCKS)
  await expect(page.getByRole('heading', { name: b('pay.credited', { amount: '20.00' }), exact: true })).toBeVisible()
  expect(wallet.sent).toHaveLength(1)
})

test('without a wallet there is no button, and a late one brings it', async ({ page, service, email }) => {
  await page.addInitScript(() =>
    addEventListener('eip6963:requestProvider', () => {
      document.documentElement.dataset.searched = ''
    }),
  )
  const { m, pay, order } = await createPayer(page, service, { email, locale: 'en' })
  await page.goto(orderPath(await order()))
  await expect(page.getByRole('button', { name: m('pay.havePaid'), exact: true })).toBeVisible()
  await expect(page.locator('html[data-searched]')).toBeAttached()
  await expect(pay).toHaveCount(0)
  await page.evaluate(() => {
    const detail = { info: { uuid: 'late', name: 'Late', icon: '' }, provider: { request: async () => [] } }
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  })
  await expect(pay).toBeVisible()
})
