import { cutText } from '../text/characters.ts'
import { visibleText } from './names.ts'

/**
 * SSH public keys in OpenSSH's format: one line of type, base64 and a comment (RFC 4253 6.6, 5656 3.1, 8709 4). The key
 * is parsed to its last byte, so that a line that only resembles a key is refused.
 */

export const keyTypes = [
  'ssh-ed25519', 'ecdsa-sha2-nistp256', 'ecdsa-sha2-nistp384', 'ecdsa-sha2-nistp521', 'ssh-rsa',
] as const // biome-ignore format: a list of words reads better in rows
export type KeyType = (typeof keyTypes)[number]

/** Reasons why a text is not a usable key. */
export type KeyError = 'KEY_PRIVATE' | 'KEY_FORM' | 'KEY_KIND' | 'KEY_DAMAGED' | 'KEY_SHORT'

export interface SshKey {
  type: KeyType
  /** The key's own bytes, as base64: what makes it this key, without its comment. */
  base64: string
  comment: string
}

/** Maximum line length: RSA of 16384 bits and a comment. */
export const MAX_KEY_CHARACTERS = 4000
const MIN_RSA_BITS = 2048
const MAX_RSA_BITS = 16_384
const fieldBytes: Readonly<Record<string, number>> = { nistp256: 32, nistp384: 48, nistp521: 66 }

const isKeyType = (text: string): text is KeyType => (keyTypes as readonly string[]).includes(text)

/** Parses a line, or returns its error. */
export function parseSshKey(text: string): SshKey | KeyError {
  const line = visibleText(text)
  if (/PRIVATE KEY/.test(line) || /^PuTTY-User-Key-File/.test(line)) return 'KEY_PRIVATE'
  if (line.length > MAX_KEY_CHARACTERS || /[^\P{Cc}\t]|\p{Cs}/u.test(line)) return 'KEY_FORM'
  // Stryker disable next-line StringLiteral: a line that is split has a first part, and what stands for a missing second is no key
  const [type = '', base64 = '', ...rest] = line.split(/[ \t]+/)
  if (!isKeyType(type)) return /^(?:ssh-dss|sk-|ssh-|ecdsa-|x509v3-)/.test(type) ? 'KEY_KIND' : 'KEY_FORM'
  const bytes = bytesOf(base64)
  if (!bytes) return 'KEY_DAMAGED'
  const fields = fieldsOf(bytes)
  if (!fields || asText(fields[0]) !== type) return 'KEY_DAMAGED'
  const error = errorOf(type, fields.slice(1))
  return error ?? { type, base64, comment: cutText(rest.join(' '), 48) }
}

/** Base64 in its one right form: nothing left over, nothing missing. */
function bytesOf(base64: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) return undefined
  const binary = atob(base64)
  return btoa(binary) === base64 ? Uint8Array.from(binary, (letter) => letter.charCodeAt(0)) : undefined
}

/** Strings with their lengths before them, to the last byte. */
function fieldsOf(bytes: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bytes.buffer)
  const fields: Uint8Array[] = []
  let at = 0
  while (at < bytes.length) {
    // Stryker disable next-line EqualityOperator: a last field of no length is none that a key has
    if (at + 4 > bytes.length) return undefined
    const end = at + 4 + view.getUint32(at)
    if (end > bytes.length) return undefined
    fields.push(bytes.subarray(at + 4, end))
    at = end
  }
  return fields
}

const NOTHING: Uint8Array = new Uint8Array()
const asText = (bytes = NOTHING): string => String.fromCharCode(...bytes)

function errorOf(type: KeyType, fields: readonly Uint8Array[]): KeyError | undefined {
  const [first = NOTHING, second = NOTHING] = fields
  if (type === 'ssh-ed25519') return fields.length === 1 && first.length === 32 ? undefined : 'KEY_DAMAGED'
  if (fields.length !== 2) return 'KEY_DAMAGED'
  if (type === 'ssh-rsa') return rsaError(first, second)
  const curve = type.slice('ecdsa-sha2-'.length)
  const isPoint = second[0] === 4 && second.length === 1 + 2 * (fieldBytes[curve] ?? 0)
  return asText(first) === curve && isPoint ? undefined : 'KEY_DAMAGED'
}

/** A whole number above zero in its shortest form; its bits, or undefined. */
function bitsOf(number: Uint8Array): number | undefined {
  const [first = 0, second = 0] = number
  if (first >= 128 || (first === 0 && second < 128)) return undefined
  return number.length * 8 - (Math.clz32(first) - 24)
}

function rsaError(exponent: Uint8Array, modulus: Uint8Array): KeyError | undefined {
  const [ofExponent, ofModulus] = [bitsOf(exponent), bitsOf(modulus)]
  if (ofExponent === undefined || ofModulus === undefined) return 'KEY_DAMAGED'
  const isOdd = (number: Uint8Array) => ((number.at(-1) ?? 0) & 1) === 1
  if (ofExponent < 2 || ofExponent > 64 || !isOdd(exponent) || !isOdd(modulus)) return 'KEY_DAMAGED'
  if (ofModulus > MAX_RSA_BITS) return 'KEY_DAMAGED'
  return ofModulus < MIN_RSA_BITS ? 'KEY_SHORT' : undefined
}
