import type { NonceSearch } from './nonce-search.ts'
import { wordsOf } from './sha256-head.ts'

/** The functions of the module that `simd-module.ts` writes. */
interface Exports {
  memory: WebAssembly.Memory
  prepare(...words: number[]): void
  scan(first: number, groups: number, limit: number): number
}

const LANES = 4

export function createSimdSearch(module: WebAssembly.Module): NonceSearch {
  const { memory, prepare, scan } = new WebAssembly.Instance(module).exports as unknown as Exports
  const heads = new Uint32Array(memory.buffer, 0, LANES)
  let challenge: readonly number[] = []
  let prepared: number | undefined
  return {
    engine: 'wasm-simd',
    batch: 2 ** 18,
    setChallenge(hex) {
      challenge = wordsOf(hex)
      prepared = undefined
    },
    search({ high, first, count }, limit) {
      if (prepared !== high) prepare(...challenge, high)
      prepared = high
      const found: number[] = []
      for (let tried = 0; tried < count; tried += LANES) {
        const groups = Math.ceil((count - tried) / LANES)
        tried += LANES * scan(first + tried, groups, limit)
        for (let lane = 0; lane < LANES && tried + lane < count; lane += 1)
          if ((heads[lane] as number) <= limit) found.push(first + tried + lane)
      }
      return found
    },
  }
}
