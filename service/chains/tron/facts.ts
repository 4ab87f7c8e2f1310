import type { NetworkFacts, Token } from '../network.ts'

/** Tron without a node. Sources: https://developers.tron.network, the contract of USDT as Tether publishes it. */

/** The last 4 bytes of the first block's id, as `eth_chainId` tells it: https://developers.tron.network/docs/networks. */
export const MAINNET_CHAIN_ID = '0x2b6653dc'

export const USDT: Token = { coin: 'USDT', contract: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' }
/** USDC, USDD, TUSD. */
export const OTHER_TOKENS: readonly string[] = [
  'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn',
  'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4',
]

/** The fee's coin is TRX in sun: 1,000,000 of one. A block is final once 19 of 27 producers have built on it, after about 57 seconds. */
export const tronFacts = (
  of: Partial<Pick<NetworkFacts, 'chainId' | 'tokens' | 'otherTokens'>> = {},
): NetworkFacts => ({
  code: 'TRON',
  name: 'Tron (TRC20)',
  feeCoin: { code: 'TRX', decimals: 6 },
  finality: 'finalized',
  chainId: MAINNET_CHAIN_ID,
  tokens: [USDT],
  otherTokens: OTHER_TOKENS,
  ...of,
  // Wallets of Tron read no common link: an address alone is understood by all of them.
  paymentLink: ({ to }) => to,
})
