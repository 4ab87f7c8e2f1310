import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { ChainReader } from '#service/chains/evm/chain-reader.ts'
import type { EvmSettings } from '#service/platform/settings/networks.ts'

/** A watched network with its reader. */
export interface WatchedNetwork {
  network: PaymentNetwork
  settings: EvmSettings
  reader: ChainReader
}
