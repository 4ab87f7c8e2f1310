import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NetworkError } from '#service/chains/network.ts'
import { payingNetwork, tokenValue } from '#service/money/withdrawals/transfers.ts'
import { readConfig } from '#service/platform/config.ts'

test.each([
  [10_000_000n, 6, 10_000_000n],
  [1n, 18, 1_000_000_000_000n],
  [12_700_000n, 18, 12_700_000_000_000_000_000n],
  [12_700_000n, 1, 127n],
  [5_000_000n, 0, 5n],
])('%i units of USDT are, with %i decimals, %i', (units, decimals, value) => {
  expect(tokenValue(units, 'USDT', decimals)).toBe(value)
})

test('an amount that the token cannot hold exactly is refused, never rounded', () => {
  expect(() => tokenValue(12_700_000n, 'USDT', 0)).toThrow(new NetworkError('The token cannot hold 12.7 USDT exactly.'))
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 24 }), (units, decimals) => {
      const isExact = decimals >= 6 || units % 10n ** BigInt(6 - decimals) === 0n
      if (isExact) expect(tokenValue(units, 'USDT', decimals) * 10n ** 6n).toBe(units * 10n ** BigInt(decimals))
      else expect(() => tokenValue(units, 'USDT', decimals)).toThrow(NetworkError)
    }),
  )
})

test('a program pays the coins of which a token is set, on networks with a configured node', () => {
  const set = { BSC_RPC_URL: 'http://127.0.0.1:8545' }
  const nodepay = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  expect(payingNetwork(readConfig(set), { coin: 'USDT', chain: 'BSC' })).toMatchObject({
    token: '0x55d398326f99059fF775485246999027B3197955',
    network: { facts: { chainId: '56' } },
  })
  for (const other of [
    { coin: 'USDT', chain: 'ETHEREUM' },
    { coin: 'USDT', chain: 'TRON' },
    { coin: 'NODEPAY', chain: 'BSC' },
    { coin: 'ALEO', chain: 'ALEO' },
  ] as const)
    expect(payingNetwork(readConfig(set), other)).toBeUndefined()
  const both = readConfig({ ...set, BSC_NODEPAY: nodepay.toLowerCase() })
  expect(payingNetwork(both, { coin: 'NODEPAY', chain: 'BSC' })).toMatchObject({ token: nodepay })
})
