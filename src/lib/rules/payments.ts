import { chains } from './networks.ts'

/** The networks on which the platform takes USDT (decisions 6): those that speak Ethereum's protocol, and the local one. */

export const paymentNetworks = ['ETHEREUM', 'BSC', 'LOCAL'] as const
export type PaymentNetwork = (typeof paymentNetworks)[number]

/** What is below it is left where it is: it would cost more to move than it is worth. */
export const DEPOSIT_DUST = '0.01'

/** Names of networks are the same in every language. */
export const networkName = (network: PaymentNetwork): string =>
  network === 'LOCAL' ? 'Testnet (local)' : chains[network].name
