// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { PaymentCode } from '#app/payment/payment-code.tsx'
import { qrCode, qrPath } from '#lib/illustration/qr.ts'
import { click, render } from '../../ui/render.ts'

const ADDRESS = `0x${'c3'.repeat(20)}`
const LINK = `ethereum:0x${'d4'.repeat(20)}@56/transfer?address=${ADDRESS}&uint256=20`
const texts = { plain: 'Plain address', link: 'Payment link', hint: 'Which to choose' }

beforeEach(() => localStorage.clear())

const show = async (link = LINK) => {
  const { host } = await render(<PaymentCode address={ADDRESS} link={link} label="QR code" texts={texts} />)
  return {
    host,
    drawn: () => host.querySelector('path')?.getAttribute('d'),
    button: (name: string) =>
      [...host.querySelectorAll('button')].find(({ textContent }) => textContent === name) ?? null,
  }
}
const pathOf = (text: string) => qrPath(qrCode(text))

test('remembers which code was chosen', async () => {
  const first = await show()
  expect(first.drawn()).toBe(pathOf(ADDRESS))
  expect(first.host.textContent).toContain(texts.hint)
  await click(first.button('Payment link'))
  expect(first.drawn()).toBe(pathOf(LINK))
  const later = await show()
  expect(later.drawn()).toBe(pathOf(LINK))
  await click(later.button('Plain address'))
  expect((await show()).drawn()).toBe(pathOf(ADDRESS))
})

test('offers no choice where a network has no link', async () => {
  localStorage.setItem('paymentCode', 'link')
  const { host, drawn } = await show(ADDRESS)
  expect(drawn()).toBe(pathOf(ADDRESS))
  expect(host.querySelector('button')).toBeNull()
})
