import { encodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import * as viemChains from 'viem/chains'
import { expect, test } from 'vitest'
import { balanceData, DECIMALS, readWord, transferData } from '#app/payment/browser-wallet/erc20.ts'
import { addableChains } from '#app/payment/browser-wallet/evm/chains.ts'

const HOLDER = 'dAC17F958D2ee523a2206206994597C13D831ec7'
const LOW = `${'0'.repeat(39)}1`

/** The encoding of viem, without 0x. */
const byViem = (call: Parameters<typeof encodeFunctionData>[0]) => encodeFunctionData(call).slice(2)

test.each([
  [HOLDER, 1n],
  [LOW, 20_000_000n],
  ['f'.repeat(40), 376_000_001_000_000_000_000n],
  [HOLDER.toUpperCase(), 2n ** 64n],
  [HOLDER.toLowerCase(), maxUint256],
])('encodes the transfer to %s of %s as viem does', (to, units) => {
  const args = [`0x${to.toLowerCase()}` as Hex, units] as const
  expect(transferData(to, units)).toBe(byViem({ abi: erc20Abi, functionName: 'transfer', args }))
})

test('encodes the two questions as viem does', () => {
  const args = [`0x${HOLDER.toLowerCase()}` as Hex] as const
  expect(balanceData(HOLDER)).toBe(byViem({ abi: erc20Abi, functionName: 'balanceOf', args }))
  expect(DECIMALS).toBe(byViem({ abi: erc20Abi, functionName: 'decimals' }))
})

test.each([
  ['nothing', HOLDER, 0n],
  ['less than nothing', HOLDER, -1n],
  ['more than a word holds', HOLDER, maxUint256 + 1n],
  ['to an address with 0x', `0x${HOLDER.slice(2)}`, 1n],
  ['to an address that is too short', HOLDER.slice(1), 1n],
  ['to an address that is too long', `${HOLDER}0`, 1n],
  ['to a name', 'vitalik.eth', 1n],
])('encodes no transfer of %s', (_, to, units) => expect(() => transferData(to, units)).toThrow(RangeError))

test.each([
  [`0x${'0'.repeat(63)}6`, 6n],
  [`${'0'.repeat(62)}12`, 18n],
  [`0x${'f'.repeat(64)}`, maxUint256],
  ['0x', undefined],
  ['0x6', undefined],
  [`0x${'0'.repeat(128)}`, undefined],
  [6, undefined],
  [null, undefined],
])('reads %j as %s', (answer, number) => expect(readWord(answer)).toBe(number))

test.each(Object.entries(addableChains))('chain %s has the facts that viem knows', (id, chain) => {
  const known = Object.values(viemChains).find((one) => String(one.id) === id)
  expect(chain.nativeCurrency).toMatchObject({ symbol: known?.nativeCurrency.symbol, decimals: 18 })
  expect(chain.blockExplorerUrls).toEqual([known?.blockExplorers?.default.url])
  expect(chain.rpcUrls.every((url) => url.startsWith('https://'))).toBe(true)
})
