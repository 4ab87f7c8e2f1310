import { features } from './feature-list.ts'
import type { PaymentHandler } from './money/deposits/payment-handler.ts'

/** Every feature that is paid on chain. */
export const takers: readonly PaymentHandler[] = features.flatMap(({ paymentHandlers: takers }) => takers ?? [])
