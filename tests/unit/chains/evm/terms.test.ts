import { expect, test } from 'vitest'
import { addresses } from '#service/chains/evm/addresses.ts'
import { afterLast, nonceOf, readTerms, writeTerms } from '#service/chains/evm/terms.ts'
import { pauseWithin } from '#service/money/deposits/watch-networks.ts'

const terms = { nonce: 4, gas: 21_000n, maxFeePerGas: 10n ** 30n, maxPriorityFeePerGas: 0n }

test('terms are text that keeps every value', () => {
  expect(readTerms(writeTerms(terms))).toEqual(terms)
})

test.each(['{"nonce" : 7}', '{"nonce":7}', writeTerms({ ...terms, nonce: 7 })])(
  'the nonce of %s is read, and taken by no later transfer',
  (last) => {
    expect(nonceOf(last)).toBe(7)
    expect(afterLast(terms, last).nonce).toBe(8)
    expect(afterLast({ ...terms, nonce: 12 }, last).nonce).toBe(12)
    expect(afterLast(terms, undefined)).toEqual(terms)
  },
)

test.each(['{}', '{"nonce":-1}', '{"nonce":"7"}', 'nonce 7'])('%s are no terms', (text) => {
  expect(() => nonceOf(text)).toThrow()
})

test('addresses are paid however their letters are written', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  for (const written of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
    expect(addresses.normal(written)).toBe(address)
})

test.each([
  [undefined, 7, 0],
  [86_400, 7, 7_000],
  [50_000, 6, 10_368],
  [50_000, 0, 0],
])('with %s requests a day, a poll of %s requests is followed by %s ms', (budget, used, pause) =>
  expect(pauseWithin(budget, used)).toBe(pause),
)
