import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { ChainReader } from '#service/chains/evm/chain-reader.ts'
import type { EvmSettings } from '#service/platform/settings/networks.ts'

/** A network that is watched, and how it is read. */
export interface Watched {
  network: PaymentNetwork
  settings: EvmSettings
  reader: ChainReader
}
