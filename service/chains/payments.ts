import { type PaymentNetwork, paymentNetworks } from '#lib/rules/payments.ts'
import type { Config } from '#service/platform/config.ts'
import type { EvmSettings } from '#service/platform/settings/networks.ts'
import { createDepositKeys, type DepositKeys } from './evm/deposit-keys.ts'
import type { TestChain } from './test-chain/start.ts'

/** How the service receives payments: the key of its deposit addresses, and the watched networks. */
export interface Payments {
  readonly keys: DepositKeys
  readonly networks: Readonly<Partial<Record<PaymentNetwork, EvmSettings>>>
  /** The local test network, when payments use it. */
  readonly testChain?: TestChain
}

/** The payments of these settings; undefined where none are set. */
export function createPayments({ depositXpub, evm }: Config): Payments | undefined {
  if (depositXpub === undefined || Object.keys(evm).length === 0) return undefined
  return { keys: createDepositKeys(depositXpub), networks: evm }
}

/** The payments on the local test network. */
export const createTestPayments = (testChain: TestChain): Payments => ({
  keys: createDepositKeys(testChain.xpub),
  networks: { LOCAL: testChain.settings },
  testChain,
})

/** The offered networks, in the order of display. */
export const offeredNetworks = (payments: Payments | undefined): PaymentNetwork[] =>
  paymentNetworks.filter((network) => payments?.networks[network] !== undefined)
