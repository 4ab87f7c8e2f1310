import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { ChainReader } from '../../adapters/chain/reading.ts'
import type { EvmSettings } from '../../settings/networks.ts'

/** A network that is watched, and how it is read. */
export interface Watched {
  network: PaymentNetwork
  settings: EvmSettings
  reader: ChainReader
}
