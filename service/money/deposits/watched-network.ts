import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { ReceivingNetwork } from '#service/chains/payments.ts'

/** A watched network. */
export interface WatchedNetwork extends ReceivingNetwork {
  code: PaymentNetwork
}
