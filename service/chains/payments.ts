import { chains } from '#lib/rules/networks.ts'
import { isPaymentNetwork, type PaymentNetwork, paymentNetworks } from '#lib/rules/payments.ts'
import type { Config } from '#service/platform/config.ts'
import type { NetworkSettings } from '#service/platform/settings/networks.ts'
import { createDepositKeys, type DepositKeys } from './deposit-keys.ts'
import type { ChainReader, Network } from './network.ts'
import { networkOf } from './networks.ts'
import type { TestChain } from './test-chain/start.ts'

/** A network on which the service receives payments. */
export interface ReceivingNetwork {
  readonly network: Network
  readonly reader: ChainReader
  /** The key of its deposit addresses; networks of one kind share it. */
  readonly keys: DepositKeys
  /** The contract of USDT. */
  readonly token: string
  readonly dailyRequests: number | undefined
}

/** The watched networks. */
export interface Payments {
  readonly networks: Readonly<Partial<Record<PaymentNetwork, ReceivingNetwork>>>
  /** The local test network, when payments use it. */
  readonly testChain?: TestChain
}

/** The network of these settings, where it can receive and has a key. */
function receiving(settings: NetworkSettings): ReceivingNetwork | undefined {
  const network = networkOf(settings)
  const { addresses, reader } = network
  const token = network.facts.tokens.find(({ coin }) => coin === 'USDT')?.contract
  if (!addresses || !reader || token === undefined || settings.depositXpub === undefined) return undefined
  const { format } = chains[settings.code === 'LOCAL' ? 'ETHEREUM' : settings.code]
  const keys = createDepositKeys(addresses, settings.depositXpub, format === 'evm' ? '' : format)
  return { network, reader, keys, token, dailyRequests: settings.node.dailyRequests }
}

/** The payments of these settings; undefined where none are set. */
export function createPayments({ networks }: Config): Payments | undefined {
  const all = Object.values(networks).flatMap((settings) => {
    const one = isPaymentNetwork(settings.code) ? receiving(settings) : undefined
    return one ? [[settings.code, one] as const] : []
  })
  return all.length === 0 ? undefined : { networks: Object.fromEntries(all) }
}

/** The payments on the local test network. */
export function createTestPayments(testChain: TestChain): Payments {
  const local = receiving(testChain.settings)
  if (!local) throw new Error('the local network cannot receive')
  return { networks: { LOCAL: local }, testChain }
}

/** The offered networks whose addresses come from a key, in the order of display. */
export const networksOfKey = (payments: Payments | undefined, keyId: string): PaymentNetwork[] =>
  offeredNetworks(payments).filter((network) => payments?.networks[network]?.keys.id === keyId)

/** The offered networks, in the order of display. */
export const offeredNetworks = (payments: Payments | undefined): PaymentNetwork[] =>
  paymentNetworks.filter((network) => payments?.networks[network] !== undefined)

/** Confirmations until a transfer is final; 0 where the network itself says when it is. */
export function confirmationsOn(payments: Payments | undefined, network: PaymentNetwork): number {
  const finality = payments?.networks[network]?.network.facts.finality
  return finality === undefined || finality === 'finalized' ? 0 : finality.blocks
}
