import type { NetworkFacts } from '../network.ts'
import { MIN_DEPTH } from './final-block.ts'

/** Tron without a node. Source: https://developers.tron.network. */

/** The fee's coin is TRX in sun: 1,000,000 of one. A block is final once 19 of 27 producers have built on it, after about 57 seconds. */
export const tronFacts = (of: Pick<NetworkFacts, 'chainId' | 'tokens' | 'otherTokens'>): NetworkFacts => ({
  code: 'TRON',
  name: 'Tron (TRC20)',
  feeCoin: { code: 'TRX', decimals: 6 },
  finality: 'finalized',
  minDepth: MIN_DEPTH,
  reusesAddresses: true,
  ...of,
  // Wallets of Tron read no common link: an address alone is understood by all of them.
  paymentLink: ({ to }) => to,
})
