import { features } from './feature-list.ts'
import type { PaymentHandler } from './money/deposits/payment-handler.ts'

/** The handlers of payments on chain, of every feature that takes some. */
export const paymentHandlers: readonly PaymentHandler[] = features.flatMap((feature) => feature.paymentHandlers ?? [])
