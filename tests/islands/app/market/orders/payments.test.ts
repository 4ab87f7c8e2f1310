import { describe, expect, test } from 'vitest'
import { isPaidFor } from '#app/market/orders/paid-for.ts'
import { leftToSend } from '#app/payment/left-to-send.ts'

test.each([
  ['300', '0', '300'],
  ['300', '120.5', '179.5'],
  ['300', '300', '0'],
  ['300', '300.000001', '0'],
  ['0.000002', '0.000001', '0.000001'],
])('of %s, of which %s was seen, %s is left to send', (amount, seen, left) => {
  expect(leftToSend({ amount, seen })).toBe(left)
})

describe('whether an order was paid for', () => {
  const cancelled = { orderStatus: 'cancel', exception: 'none', seen: '0', refunded: '0' } as const
  test.each([
    ['expired', cancelled, false],
    ['not paid yet', { ...cancelled, orderStatus: 'pending' }, false],
    ['seen on chain', { ...cancelled, orderStatus: 'paying' }, true],
    ['from a balance', { ...cancelled, orderStatus: 'success' }, true],
    ['with too little', { ...cancelled, exception: 'partial', seen: '5' }, true],
    ['with another token', { ...cancelled, exception: 'wrong-token' }, true],
    ['and given back', { ...cancelled, refunded: '188' }, true],
  ] as const)('%s', (_, order, isPaid) => expect(isPaidFor(order)).toBe(isPaid))
})
