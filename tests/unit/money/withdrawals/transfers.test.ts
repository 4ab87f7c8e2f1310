import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EvmError } from '#service/chains/evm/evm-errors.ts'
import type { Row } from '#service/money/withdrawals/steps.ts'
import { type Network, settingsOf, tokenValue, transferOf } from '#service/money/withdrawals/transfers.ts'
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
  expect(() => tokenValue(12_700_000n, 'USDT', 0)).toThrow(new EvmError('The token cannot hold 12.7 USDT exactly.'))
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.integer({ min: 0, max: 24 }), (units, decimals) => {
      const isExact = decimals >= 6 || units % 10n ** BigInt(6 - decimals) === 0n
      if (isExact) expect(tokenValue(units, 'USDT', decimals) * 10n ** 6n).toBe(units * 10n ** BigInt(decimals))
      else expect(() => tokenValue(units, 'USDT', decimals)).toThrow(EvmError)
    }),
  )
})

test('a program pays only USDT, on networks with a configured node', () => {
  const config = readConfig({ BSC_RPC_URL: 'http://127.0.0.1:8545' })
  expect(settingsOf(config, { coin: 'USDT', chain: 'BSC' })).toMatchObject({ chainId: 56 })
  for (const other of [
    { coin: 'USDT', chain: 'ETHEREUM' },
    { coin: 'USDT', chain: 'TRON' },
    { coin: 'NODEPAY', chain: 'BSC' },
    { coin: 'ALEO', chain: 'ALEO' },
  ] as const)
    expect(settingsOf(config, other)).toBeUndefined()
})

test('addresses are paid however their letters are written', () => {
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const row = (written: string) => ({ coin: 'USDT', receive: 1n, address: written }) as Row
  for (const written of [address, address.toLowerCase(), `0x${address.slice(2).toUpperCase()}`])
    expect(transferOf(row(written), written, { decimals: 6 } as Network)).toEqual({
      payer: address,
      to: address,
      value: 1n,
    })
})
