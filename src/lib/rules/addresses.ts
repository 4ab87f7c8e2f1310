import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58, bech32m } from '@scure/base'
import { shorten } from '../text/shorten.ts'
import { type AddressFormat, type ChainCode, chains } from './networks.ts'

/** Addresses of the networks, checked as each of them does (ADR-051). */

/** The decoder's result, or undefined when it throws because the text has another form. */
function decoded<T>(decode: () => T): T | undefined {
  // Stryker disable BlockStatement: what returns nothing returns undefined
  try {
    return decode()
  } catch {
    return undefined
  }
}
// Stryker restore BlockStatement

const isSomebody = (bytes: Uint8Array): boolean => bytes.some((byte) => byte !== 0)

/** An address of Ethereum's kind with the capitals of its checksum (EIP-55). */
function withCapitals(hex: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(hex)))
  return `0x${Array.from(hex, (sign, index) => (Number.parseInt(hash.charAt(index), 16) > 7 ? sign.toUpperCase() : sign)).join('')}`
}

/** Capitals are a checksum: where there are both kinds of letters they have to be right. */
function evm(text: string): string | undefined {
  const digits = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1]
  if (digits === undefined || /^0+$/.test(digits)) return undefined
  const right = withCapitals(digits.toLowerCase())
  const hasChecksum = /[a-f]/.test(digits) && /[A-F]/.test(digits)
  return hasChecksum && right !== text ? undefined : right
}

/** 32 bytes with the prefix `aleo` in bech32m. */
function aleo(text: string): string | undefined {
  const read = decoded(() => bech32m.decodeToBytes(text))
  return read?.prefix === 'aleo' && read.bytes.length === 32 && isSomebody(read.bytes) ? text.toLowerCase() : undefined
}

/** 32 bytes in base58, without a checksum: Solana has none. */
function solana(text: string): string | undefined {
  const bytes = decoded(() => base58.decode(text))
  return bytes?.length === 32 && isSomebody(bytes) ? text : undefined
}

/** The byte 0x41, 20 bytes, and the first 4 of their double SHA-256, in base58. */
function tron(text: string): string | undefined {
  const bytes = decoded(() => base58.decode(text))
  if (bytes?.length !== 25 || bytes[0] !== 0x41 || !isSomebody(bytes.subarray(1, 21))) return undefined
  const sum = sha256(sha256(bytes.subarray(0, 21)))
  return bytes.subarray(21).every((byte, index) => byte === sum[index]) ? text : undefined
}

const readers: Readonly<Record<AddressFormat, (text: string) => string | undefined>> = { aleo, solana, evm, tron }

/**
 * An address in canonical form, or undefined when it is invalid on that network: wrong checksum, another network's
 * form, a space, or all zeros.
 */
export const addressOn = (chain: ChainCode, text: string): string | undefined => readers[chains[chain].format](text)

/**
 * True if two different addresses look the same when only the first 7 and the last 4 characters are shown: a method of
 * address poisoning.
 */
export const looksLike = (one: string, other: string): boolean =>
  one !== other && shorten(one).toLowerCase() === shorten(other).toLowerCase()
