import { initialState, roundConstants } from '#lib/engine/sha256-constants.ts'

/**
 * The first 32 bits of SHA-256 of a 40-byte message (a challenge of 32 and a nonce of 8), FIPS 180-4. A share's first bits are
 * zero, so these bits decide; the caller checks the few that pass in full. About three times as fast as calling the platform's
 * hash for each nonce.
 */
const K = Int32Array.from(roundConstants)
const H = Int32Array.from(initialState)
const W = new Int32Array(64)
const at = (table: Int32Array, index: number): number => table[index] as number

/** The 8 words of a challenge of 64 hex digits. */
export const wordsOf = (hex: string): number[] =>
  Array.from({ length: 8 }, (_, index) => Number.parseInt(hex.slice(index * 8, index * 8 + 8), 16) | 0)

/** Must be called before `sha256Head`. */
export const setChallenge = (hex: string): void => W.set(wordsOf(hex))

/** The nonce is `high` and `low`, 32 bits each, big-endian. */
export function sha256Head(high: number, low: number): number {
  W[8] = high
  W[9] = low
  W[10] = 0x80000000 | 0
  W.fill(0, 11, 15)
  W[15] = 320
  for (let j = 16; j < 64; j += 1) {
    const w15 = at(W, j - 15)
    const w2 = at(W, j - 2)
    const s0 = ((w15 >>> 7) | (w15 << 25)) ^ ((w15 >>> 18) | (w15 << 14)) ^ (w15 >>> 3)
    const s1 = ((w2 >>> 17) | (w2 << 15)) ^ ((w2 >>> 19) | (w2 << 13)) ^ (w2 >>> 10)
    W[j] = (at(W, j - 16) + s0 + at(W, j - 7) + s1) | 0
  }
  return compress()
}

function compress(): number {
  let a = at(H, 0)
  let b = at(H, 1)
  let c = at(H, 2)
  let d = at(H, 3)
  let e = at(H, 4)
  let f = at(H, 5)
  let g = at(H, 6)
  let h = at(H, 7)
  for (let j = 0; j < 64; j += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7))
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + at(K, j) + at(W, j)) | 0
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10))
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  return (a + at(H, 0)) >>> 0
}
