import { initialState, roundConstants } from '#lib/engine/sha256-constants.ts'
import { SHARED_ROUNDS } from './shader.ts'

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by))

/** The state of SHA-256 after the rounds of the message's first words, which are the same for all nonces of a job. */
export function stateAfterSharedRounds(words: readonly number[]): number[] {
  let state = [...initialState]
  for (let round = 0; round < SHARED_ROUNDS; round += 1) {
    const [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + (roundConstants[round] as number) + (words[round] as number)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0
    state = [(t1 + t2) | 0, a, b, c, (d + t1) | 0, e, f, g]
  }
  return state
}
