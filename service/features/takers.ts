import type { Taker } from './deposits/taker.ts'
import { features } from './list.ts'

/** Every feature that is paid on chain. */
export const takers: readonly Taker[] = features.flatMap(({ takers }) => takers ?? [])
