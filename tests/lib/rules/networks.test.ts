import { expect, test } from 'vitest'
import { explorerOf } from '#lib/rules/explorers.ts'
import { type ChainCode, chainCodes, isNetwork, isTransactionOn } from '#lib/rules/networks.ts'

const hash = 'a9059cbb'.repeat(8)
const cases: readonly (readonly [string, readonly ChainCode[]])[] = [
  [`at1${'q'.repeat(58)}`, ['ALEO']],
  [`0x${hash}`, ['BSC', 'ETHEREUM', 'POLYGON', 'ARBITRUM']],
  [`0x${hash.toUpperCase()}`, ['BSC', 'ETHEREUM', 'POLYGON', 'ARBITRUM']],
  [hash, ['TRON']],
  ['5'.repeat(88), ['SOLANA']],
  ['5'.repeat(85), []],
  [`at1${'b'.repeat(58)}`, []],
  [`0x${hash}0`, []],
  [hash.slice(1), []],
  ['', []],
]

test.each(cases)('%s is a transaction on %j', (text, on) => {
  expect(chainCodes.filter((chain) => isTransactionOn(chain, text))).toEqual(on)
})

test.each([
  ['USDT', 'TRON', true],
  ['USDT', 'BSC', true],
  ['NODEPAY', 'BSC', true],
  ['ALEO', 'BSC', false],
  ['USDT', 'ALEO', false],
  ['USDT', 'SOLANA', true],
  ['NODEPAY', 'SOLANA', false],
  ['BTC', 'TRON', false],
  ['USDT', 'BITCOIN', false],
])('%s is paid out on %s: %s', (coin, chain, is) => expect(isNetwork({ coin, chain })).toBe(is))

test.each(chainCodes)('a transaction on %s has an https page with its id in it', (chain) => {
  expect(new URL(explorerOf(chain, 'a1/b')).protocol).toBe('https:')
  expect(explorerOf(chain, 'a1/b')).toMatch(/a1%2Fb$/)
})
