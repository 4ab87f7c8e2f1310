import type { Taker } from './deposits/taker.ts'
import type { Contributions } from './earnings/contributions.ts'

declare module '#service/platform/context.ts' {
  interface Context {
    contributions: Contributions
  }
}

declare module '#service/platform/feature.ts' {
  interface Feature {
    /** The purposes for which it is paid on chain. */
    readonly takers?: readonly Taker[]
  }
}
