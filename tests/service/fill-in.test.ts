import { expect, test } from 'vitest'
import { message } from '#service/http/messages.ts'
import { textOf } from '#service/mail/letters.ts'

test('sums of USDT are money, counts have separators, and names stay as they are', () => {
  expect(message('en', 'AMOUNT_OUT_OF_RANGE', { least: '1', most: '100000' })).toBe(
    'Enter an amount from 1.00 USDT to 100,000.00 USDT.',
  )
  expect(message('zh', 'PRICE_CHANGED', { amount: '1888.5' })).toContain('1,888.50 USDT')
  expect(message('en', 'TOO_MANY_WALLETS', { most: 1000 })).toContain('1,000 wallets')
  expect(message('en', 'BELOW_MINIMUM', { minimum: '0.3', currencyCode: 'ALEO' })).toContain('0.3 ALEO')
  expect(message('en', 'WALLET_EXISTS', { addressName: '1000' })).toContain('“1000”')
})

test('a letter cuts nothing of a sum', () => {
  const values = { credited: '12.345678', order: 'CM1' }
  expect(textOf('en', 'orderCredited', values).subject).toBe('12.345678 USDT from order CM1 are in your balance')
  expect(textOf('zh', 'orderPaidByBalance', { amount: '240' }).text).toContain('您已用余额支付 240.00 USDT。')
})
