import type { PaymentOption } from '#lib/contract/market.ts'
import { chains } from '#lib/rules/networks.ts'
import { networkHints, type PaymentNetwork } from '#lib/rules/payments.ts'
import { confirmationsOn, offeredNetworks } from '#service/chains/payments.ts'
import type { Context } from '#service/platform/context.ts'

/** Network names are not translated; the local network is marked by `isTest`. */
const nameOf = (network: PaymentNetwork): string => (network === 'LOCAL' ? 'Local' : chains[network].name)

/** Networks that an order can be paid on. There is no surcharge, so `fee` is 0. */
export const networksOf = ({ payments }: Context): PaymentOption[] =>
  offeredNetworks(payments).map((network) => ({
    network,
    name: nameOf(network),
    confirmations: confirmationsOn(payments, network),
    fee: '0',
    ...networkHints[network],
    isTest: network === 'LOCAL',
  }))
