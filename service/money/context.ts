import type { Taker } from './deposits/taker.ts'

declare module '#service/platform/feature.ts' {
  interface Feature {
    /** The purposes for which it is paid on chain. */
    readonly takers?: readonly Taker[]
  }
}
