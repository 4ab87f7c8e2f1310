import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { base58, createBase58check } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { pastedText } from '#lib/rules/pasted-text.ts'
import { type Addresses, NetworkError } from '../network.ts'

/**
 * Addresses of Tron: the byte 0x41 and the last 20 bytes of the Keccak-256 of a public key, in base58 with a checksum.
 * Source: https://developers.tron.network/docs/account. JSON-RPC leaves the first byte away and writes 0x.
 */

const PREFIX = 0x41
const base58check = createBase58check(sha256)

/** BIP-44: chain 0 holds addresses that are shown to others, chain 1 internal ones. */
const RECEIVING = 0
const OWN = 1

/** Full-width letters and digits as plain ones, without spaces: the checksum finds every real mistake. */
const clean = (text: string): string => pastedText(text.normalize('NFKC')).replace(/\s/g, '')

/** The 21 bytes of an address, or the reason why there are none. */
function read(text: string): Uint8Array | string {
  const plain = clean(text)
  if (plain === '') return 'is empty'
  if (/^0x/i.test(plain))
    return /^0x[0-9a-f]{40}$/i.test(plain)
      ? 'is an address of Ethereum or BNB Smart Chain: an address of Tron begins with T'
      : 'is no address of Tron, which begins with T'
  if (/^41[0-9a-f]{40}$/i.test(plain)) return withAccount(hexToBytes(plain))
  if (/^(?:41)?[0-9a-f]{40}$/i.test(plain)) return 'is hexadecimal without the 41 that Tron puts first'
  if (!plain.startsWith('T')) return 'is no address of Tron, which begins with T'
  const strange = /[^1-9A-HJ-NP-Za-km-z]/.exec(plain)?.[0]
  if (strange) return `holds "${strange}", which no address of Tron has: 0, O, I and l are left out`
  if (plain.length !== 34) return `has ${plain.length} characters, and an address of Tron has 34`
  return readBase58(plain)
}

function readBase58(text: string): Uint8Array | string {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === 21 && bytes[0] === PREFIX ? withAccount(bytes) : 'is of another network, by its first byte'
  } catch {
    return base58.decode(text).length === 25
      ? 'has a mistake: its checksum is wrong. Copy it again'
      : 'has a mistake: it does not hold 25 bytes. Copy it again'
  }
}

const withAccount = (bytes: Uint8Array): Uint8Array | string =>
  bytes.subarray(1).some((byte) => byte !== 0) ? bytes : 'is the address of nobody: what is sent there is lost'

/** The 21 bytes of an address. Throws a NetworkError for a text that `fault` refuses. */
export function toBytes(address: string): Uint8Array {
  const bytes = read(address)
  if (typeof bytes === 'string') throw new NetworkError(`The address ${bytes}.`)
  return bytes
}

/** The 20 bytes of an address as JSON-RPC writes them: 0x and lower-case hexadecimal. */
export const toHex = (address: string): string => `0x${bytesToHex(toBytes(address).subarray(1))}`

/** An address from JSON-RPC's form, or from the last 20 bytes of a topic. */
export const fromHex = (hex: string): string =>
  base58check.encode(Uint8Array.from([PREFIX, ...hexToBytes(hex.slice(-40))]))

/** The address of a compressed or uncompressed public key. */
export function addressOfKey(publicKey: Uint8Array): string {
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return base58check.encode(Uint8Array.from([PREFIX, ...keccak_256(point.subarray(1)).subarray(-20)]))
}

/** The key of a number below an account's key. Public halves of public keys, private halves of private ones. */
export function receivingKey(account: HDKey): (number: number) => HDKey {
  const receiving = account.deriveChild(RECEIVING)
  return (number) => receiving.deriveChild(number)
}

/** The key of the wallet that pays for collecting. */
export const ownKey = (account: HDKey): HDKey => account.deriveChild(OWN).deriveChild(0)

export const addresses: Addresses = {
  /** The reason as the end of a sentence that begins with "The address"; undefined when the text is one. */
  fault(text) {
    const bytes = read(text)
    return typeof bytes === 'string' ? bytes : undefined
  },
  same(one, other) {
    const [left, right] = [read(one), read(other)]
    return typeof left !== 'string' && typeof right !== 'string' && bytesToHex(left) === bytesToHex(right)
  },
  normal: (text) => base58check.encode(toBytes(text)),
  /** The account of BIP-44 is `m/44'/195'/0'`: 195 is Tron in SLIP-44. */
  derive(xpub) {
    const keyOf = receivingKey(HDKey.fromExtendedKey(xpub))
    return (number) => {
      const { publicKey } = keyOf(number)
      if (!publicKey) throw new NetworkError(`The key has no address ${number}.`)
      return addressOfKey(publicKey)
    }
  },
}
