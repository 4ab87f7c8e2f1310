import type { Order } from '#lib/contract/orders.ts'
import { chains } from '#lib/rules/networks.ts'
import { m } from '../texts.ts'

/** Name of an order's payment method. */
export function networkName(network: Order['network']): string {
  if (network === 'balance') return m('networks.balance')
  return network === 'LOCAL' ? m('networks.test') : chains[network].name
}
