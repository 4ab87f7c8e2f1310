import { chains } from '#lib/rules/networks.ts'
import type { NetworkFacts } from '../network.ts'

/**
 * Solana without a node. The fee's coin is SOL in lamports: 1,000,000,000 of one. A block is final once two thirds of the stake have
 * voted for 31 blocks on it, after about 13 seconds. `chainId`: the hash of the first block.
 */
export const solanaFacts = (of: Pick<NetworkFacts, 'chainId' | 'tokens' | 'otherTokens'>): NetworkFacts => ({
  code: 'SOLANA',
  name: chains.SOLANA.name,
  feeCoin: { code: 'SOL', decimals: 9 },
  finality: 'finalized',
  reusesAddresses: false,
  ...of,
  // Solana Pay names an amount in coins, and the decimals are known by the node alone: the address is all that is sure.
  paymentLink: ({ to }) => to,
})
