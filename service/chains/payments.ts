import { type PaymentNetwork, paymentNetworks } from '#lib/rules/payments.ts'
import type { Config } from '#service/platform/config.ts'
import type { EvmSettings } from '#service/platform/settings/networks.ts'
import { createDepositKeys, type DepositKeys } from './evm/deposit-keys.ts'
import type { TestChain } from './test-chain/start.ts'

/** What the service is paid by: the key of its deposit addresses, and the networks that it watches. */
export interface Payments {
  readonly keys: DepositKeys
  readonly networks: Readonly<Partial<Record<PaymentNetwork, EvmSettings>>>
  /** The network of this machine, where that is the one to be paid on. */
  readonly testChain?: TestChain
}

/** How the service is paid by these settings; undefined where it is not. */
export function createPayments({ depositXpub, evm }: Config): Payments | undefined {
  if (depositXpub === undefined || Object.keys(evm).length === 0) return undefined
  return { keys: createDepositKeys(depositXpub), networks: evm }
}

/** How the service is paid on its own network. */
export const createTestPayments = (testChain: TestChain): Payments => ({
  keys: createDepositKeys(testChain.xpub),
  networks: { LOCAL: testChain.settings },
  testChain,
})

/** The networks that are offered, in the order in which they are. */
export const offeredNetworks = (payments: Payments | undefined): PaymentNetwork[] =>
  paymentNetworks.filter((network) => payments?.networks[network] !== undefined)
