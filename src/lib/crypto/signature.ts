import { RANDOM_LENGTH } from '../rules/calls.ts'
import { md5Hex } from './md5.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/**
 * The largest multiple of 62 that fits in a byte: higher bytes are drawn again, so that all characters are equally
 * likely.
 */
const unbiased = 256 - (256 % alphabet.length)

export interface Signature {
  /** Unix seconds. */
  readonly timestamp: number
  readonly versionNo: string
  readonly randomStr: string
  readonly salt: string
  /** Lower-case hex MD5 of the four values joined in this order. */
  readonly sign: string
}

/**
 * The five values that every payload carries (SPEC-3.1, ADR-106).
 * `now` is in milliseconds, as `Date.now()` gives it; a retry needs a new signature.
 */
export function createSignature(parts: { now: number; versionNo: string; salt: string }): Signature {
  const { versionNo, salt } = parts
  const timestamp = Math.floor(parts.now / 1000)
  const randomStr = randomText(RANDOM_LENGTH)
  return { timestamp, versionNo, randomStr, salt, sign: md5Hex(`${timestamp}${versionNo}${randomStr}${salt}`) }
}

function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      if (byte < unbiased && text.length < length) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}
