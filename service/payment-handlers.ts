import { features } from './feature-list.ts'
import type { Taker } from './money/deposits/taker.ts'

/** The handlers of payments on chain, of every feature that takes some. */
export const paymentHandlers: readonly Taker[] = features.flatMap(({ takers }) => takers ?? [])
