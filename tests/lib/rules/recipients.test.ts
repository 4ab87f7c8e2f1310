import { expect, test } from 'vitest'
import type { ChainCode } from '#lib/rules/networks.ts'
import { unusableReason } from '#lib/rules/recipients.ts'

const evm: readonly ChainCode[] = ['ETHEREUM', 'BSC']

test.each([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dEaD',
  '0x000000000000000000000000000000000000dead',
  '0x0000000000000000000000000000000000000001',
  '0x0000000000000000000000000000000000000100',
  '0xffffffffffffffffffffffffffffffffffffffff',
  '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  '0x1111111111111111111111111111111111111111',
  '0xdEAD000000000000000042069420694206942069',
  '0x1234567890123456789012345678901234567890',
])('%s is a burn address', (address) => {
  for (const chain of evm) expect(unusableReason(chain, address)).toBe('ADDRESS_BURN')
})

test.each([
  ['TRON', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'],
  ['TRON', 'T9yD14Nj9j7xAB4dbGeiX9h8upfCg3PBbY'],
  ['SOLANA', '1nc1nerator11111111111111111111111111111111'],
  ['SOLANA', '11111111111111111111111111111111'],
  ['ALEO', 'aleo1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq3ljyzc'],
  ['ALEO', 'ALEO1QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ3LJYZC'],
] as const)('on %s the address %s is a burn address', (chain, address) => {
  expect(unusableReason(chain, address)).toBe('ADDRESS_BURN')
})

test.each([
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xdac17f958d2ee523a2206206994597c13d831ec7',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  '0x55d398326f99059fF775485246999027B3197955',
  '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
  '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
])('%s is a token, on both networks of its kind', (address) => {
  for (const chain of evm) expect(unusableReason(chain, address)).toBe('ADDRESS_PROGRAM')
})

test.each([
  ['TRON', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['TRON', 'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8'],
  ['SOLANA', 'Grass7B4RdKfBCjTKgSqnXkqjwiGvQyFbuSCUJr3XXjs'],
  ['SOLANA', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['SOLANA', 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'],
  ['SOLANA', 'So11111111111111111111111111111111111111112'],
  ['SOLANA', 'Stake11111111111111111111111111111111111111'],
  ['SOLANA', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['SOLANA', 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'],
  // The account of USDT of the address below, as explorers show it.
  ['SOLANA', 'AfJabZWVNfxiZ6zvQgmLpo2yaHRGHxEbeCcu7UwxhEgD'],
  ['ALEO', 'aleo1lqmly7ez2k48ajf5hs92ulphaqr05qm4n8qwzj8v0yprmasgpqgsez59gg'],
] as const)('on %s %s is a token or a program', (chain, address) => {
  expect(unusableReason(chain, address)).toBe('ADDRESS_PROGRAM')
})

test.each([
  ['ETHEREUM', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['BSC', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['TRON', 'TNaRAoLUyYEV2uF7GUrzSjRQTU8v5ZJ5VR'],
  ['SOLANA', 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg'],
  ['ALEO', 'aleo1rhgdu77hgyqd3xjj8ucu3jj9r2krwz6mnzyd80gncr5fxcwlh5rsvzp9px'],
  ['ETHEREUM', '0x11111111111111112222222222222222aabbccdd'],
  ['ETHEREUM', 'no address'],
  ['TRON', ''],
] as const)('on %s no refusal is known for %j', (chain, address) => {
  expect(unusableReason(chain, address)).toBeUndefined()
})
