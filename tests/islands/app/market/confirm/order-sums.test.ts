import { expect, test } from 'vitest'
import { multiplied } from '#app/market/confirm/store.ts'
import type { Coin } from '#lib/money/coins.ts'

test.each<[string, number, Coin, string | undefined, string]>([
  ['188', 1, 'USDT', undefined, '188'],
  ['188', 3, 'USDT', '0', '564'],
  ['0.000001', 999_999, 'USDT', undefined, '0.999999'],
  ['12.5', 2, 'USDT', '0.75', '25.75'],
  ['999999999999.999999', 999_999, 'USDT', '0.000001', '999998999999999999.000002'],
  ['0.000000000000000001', 3, 'NODEPAY', undefined, '0.000000000000000003'],
])('%s for each of %i in %s, with a fee of %s, is %s', (amount, units, coin, fee, sum) => {
  expect(multiplied(amount, units, { coin, fee })).toBe(sum)
})
