import type { PaymentHandler } from './deposits/payment-handler.ts'
import type { Contributions } from './earnings/contributions.ts'
import type { Poster } from './ledger/poster.ts'

declare module '#service/platform/context.ts' {
  interface Context {
    contributions: Contributions
    poster: Poster
  }
}

declare module '#service/platform/feature.ts' {
  interface Feature {
    /** Handlers of the payments on chain that the feature accepts. */
    readonly paymentHandlers?: readonly PaymentHandler[]
  }
}
