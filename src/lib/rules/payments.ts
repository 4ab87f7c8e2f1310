/** The networks on which the platform takes USDT (decisions 6): those that speak Ethereum's protocol, and the local one. */

export const paymentNetworks = ['ETHEREUM', 'BSC', 'LOCAL'] as const
export type PaymentNetwork = (typeof paymentNetworks)[number]
