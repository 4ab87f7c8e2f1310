// @vitest-environment happy-dom
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { createLanguage, LanguageContext } from '#app/core/texts/i18n.ts'
import { Payment } from '#app/market/orders/payment.tsx'
import type { Order } from '#lib/contract/orders.ts'
import en from '#locales/en/app.json'
import texts from '#locales/en/market.json'
import { $toasts } from '#ui/toast.ts'
import { click, render } from '../../../ui/render.ts'

let status = ''
vi.mock('#app/market/orders/store.ts', () => ({
  checkPayment: () => Promise.resolve({ orderStatus: status }),
  windowEnded: () => undefined,
}))
vi.mock('#app/market/texts.ts', () => ({
  m: (key: string) => (key === 'pay.failed' ? texts.pay.failed : key === 'pay.nothingYet' ? texts.pay.nothingYet : key),
}))
vi.mock('#app/payment/index.ts', () => ({
  leftToSend: () => '188',
  NameTransaction: () => null,
  PayLine: () => null,
  PaymentCode: () => null,
  WalletPay: () => null,
}))
vi.mock('#app/market/orders/wallet-source.ts', () => ({ orderPayment: undefined }))

beforeEach(() => $toasts.set([]))

const order = {
  ...{ orderNo: 'CM1', orderStatus: 'pending', exception: 'none', network: 'ETHEREUM' },
  ...{ expiresAt: Date.now() / 1000 + 600, amount: '188', seen: '0', uri: null, named: null },
} as unknown as Order

test.each([
  ['cancel', 'Payment failed'],
  ['pending', texts.pay.nothingYet],
  ['paying', undefined],
])('who has paid for an order that is %s then is told: %s', async (after, expected) => {
  status = after
  const { host } = await render(
    <LanguageContext value={createLanguage('en', en)}>
      <Payment order={order} address="0x1" />
    </LanguageContext>,
  )
  const paid = [...host.querySelectorAll('button')].find(({ textContent }) => textContent === 'pay.havePaid')
  await click(paid ?? null)
  await act(async () => undefined)
  expect($toasts.get().map(({ text }) => text)).toEqual(expected === undefined ? [] : [expected])
})
