import type { PaymentHandler } from './deposits/payment-handler.ts'
import type { Contributions } from './earnings/contributions.ts'

declare module '#service/platform/context.ts' {
  interface Context {
    contributions: Contributions
  }
}

declare module '#service/platform/feature.ts' {
  interface Feature {
    /** Handlers of the payments on chain that the feature accepts. */
    readonly paymentHandlers?: readonly PaymentHandler[]
  }
}
