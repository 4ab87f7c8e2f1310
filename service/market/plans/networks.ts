import type { PaymentOption } from '#lib/contract/market.ts'
import { chains } from '#lib/rules/networks.ts'
import { networkHints, type PaymentNetwork } from '#lib/rules/payments.ts'
import { offeredNetworks } from '#service/chains/payments.ts'
import type { Context } from '#service/platform/context.ts'

/** Names of networks are the same in every language; the local one is told apart by `isTest`. */
const nameOf = (network: PaymentNetwork): string => (network === 'LOCAL' ? 'Local' : chains[network].name)

/** The networks that an order can be paid on, with what is asked for on top of its price: nothing. */
export const networksOf = ({ payments }: Context): PaymentOption[] =>
  offeredNetworks(payments).map((network) => ({
    network,
    name: nameOf(network),
    confirmations: payments?.networks[network]?.confirmations ?? 0,
    fee: '0',
    ...networkHints[network],
    isTest: network === 'LOCAL',
  }))
