export interface Random {
  /** A whole number from 0 up to, not including, `limit`. */
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  hex(digits: number): string
}

/** A seeded generator (mulberry32), so that a failing run can be repeated. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(list: readonly T[]) => list[below(list.length)] as T,
    hex: (digits) => Array.from({ length: digits }, () => below(16).toString(16)).join(''),
  }
}
