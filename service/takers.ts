import { features } from './feature-list.ts'
import type { Taker } from './money/deposits/taker.ts'

/** Every feature that is paid on chain. */
export const takers: readonly Taker[] = features.flatMap(({ takers }) => takers ?? [])
