import { hash } from 'node:crypto'

/**
 * A share is a nonce of 8 bytes for which SHA-256(challenge || nonce), as a big-endian number, is below 2^256 / difficulty. It takes
 * `difficulty` hashes on average, as mining pools count it.
 */
export const CHALLENGE_BYTES = 32

export const targetOf = (difficulty: bigint): bigint => (1n << 256n) / difficulty

export function isShare(challenge: string, nonce: string, difficulty: bigint): boolean {
  const digest = hash('sha256', Buffer.from(challenge + nonce, 'hex'), 'hex')
  return BigInt(`0x${digest}`) < targetOf(difficulty)
}
