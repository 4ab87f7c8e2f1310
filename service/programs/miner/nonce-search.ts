import { setChallenge, sha256Head } from './sha256-head.ts'

/** Nonces of a job: their upper half, the first lower half, and how many; none goes beyond a lower half of 2^32 - 1. */
export interface NonceRange {
  high: number
  first: number
  count: number
}

export type EngineName = 'wasm-simd' | 'javascript'

export interface NonceSearch {
  readonly engine: EngineName
  /** Nonces of one batch: about 25 ms of work. */
  readonly batch: number
  /** `challenge` has 64 hex digits. */
  setChallenge(challenge: string): void
  /** Lower halves of the nonces whose hash begins with at most `limit` in its first 32 bits, in order. */
  search(range: NonceRange, limit: number): number[]
}

export const createJavascriptSearch = (): NonceSearch => ({
  engine: 'javascript',
  batch: 2 ** 16,
  setChallenge,
  search({ high, first, count }, limit) {
    const found: number[] = []
    for (let low = first; low < first + count; low += 1) if (sha256Head(high, low | 0) <= limit) found.push(low)
    return found
  },
})
