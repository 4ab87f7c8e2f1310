import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { isOnCurve } from '#lib/rules/curve25519.ts'
import { type Addresses, NetworkError } from '../network.ts'
import { ASSOCIATED_TOKEN } from './programs.ts'

/**
 * Addresses of Solana: 32 bytes in base58, without a checksum. That of a wallet is a public key of Ed25519; those of token accounts
 * are derived, and are no point of the curve. Source: https://solana.com/docs/core/pda.
 */

/** The 32 bytes of an address, or the reason why there are none. */
function read(text: string): Uint8Array | string {
  if (text === '') return 'is empty'
  if (/^0x/i.test(text)) return 'is an address of another network: one of Solana has no 0x'
  const strange = /[^1-9A-HJ-NP-Za-km-z]/.exec(text)?.[0]
  if (strange) return `holds "${strange}", which no address of Solana has: 0, O, I and l are left out`
  // 32 bytes take 32 to 44 characters; longer texts are not decoded, since that takes the square of their length.
  if (text.length < 32 || text.length > 44)
    return `has ${text.length} characters, and an address of Solana has 32 to 44`
  const bytes = base58.decode(text)
  if (bytes.length !== 32) return `holds ${bytes.length} bytes, and an address of Solana holds 32`
  return bytes.some((byte) => byte !== 0) ? bytes : 'is the address of nobody: what is sent there is lost'
}

/** The 32 bytes of an address. Throws a NetworkError for a text that `fault` refuses. */
export function toBytes(address: string): Uint8Array {
  const bytes = read(address)
  if (typeof bytes === 'string') throw new NetworkError(`The address ${bytes}.`)
  return bytes
}

export const toAddress = (bytes: Uint8Array): string => base58.encode(bytes)

/** Whether a key may belong to the address. */
export const isKey = (address: string): boolean => isOnCurve(toBytes(address))

const DERIVED = utf8ToBytes('ProgramDerivedAddress')

function derive(seeds: readonly Uint8Array[], program: Uint8Array): Uint8Array {
  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(Uint8Array.from([...seeds.flatMap((seed) => [...seed]), bump, ...program, ...DERIVED]))
    if (!isOnCurve(hash)) return hash
  }
  throw new NetworkError('The address has no token account.')
}

/** The account that holds an owner's tokens. `program`: the one that owns the token. */
export const tokenAccountOf = (owner: string, { token, program }: { token: string; program: string }): string =>
  toAddress(derive([toBytes(owner), toBytes(program), toBytes(token)], toBytes(ASSOCIATED_TOKEN)))

export const addresses: Addresses = {
  /** The reason as the end of a sentence that begins with "The address"; undefined when the text is one. */
  fault(text) {
    const bytes = read(text)
    return typeof bytes === 'string' ? bytes : undefined
  },
  // Base58 writes 32 bytes in one way.
  same: (one, other) => one === other && typeof read(one) !== 'string',
  normal: (text) => toAddress(toBytes(text)),
  derive() {
    throw new NetworkError('Solana has no addresses that could be derived from a public key.')
  },
}
