import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { base58 } from '@scure/base'
import { NetworkError } from '../network.ts'
import { toAddress } from './addresses.ts'

/** The key of a wallet: 32 secret bytes and the public key, as `solana-keygen` and wallets write them. */

export interface Signer {
  address: string
  sign(message: Uint8Array): Uint8Array
}

/** PKCS #8 around the 32 bytes of a private key of Ed25519 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The numbers of a file of `solana-keygen`, or base58 as wallets export it. */
function keyBytes(text: string): Uint8Array | undefined {
  const trimmed = text.trim()
  try {
    if (!trimmed.startsWith('[')) return base58.decode(trimmed.slice(0, 128))
    const numbers: unknown = JSON.parse(trimmed)
    const isBytes = Array.isArray(numbers) && numbers.every((one) => Number.isInteger(one) && one >= 0 && one <= 255)
    return isBytes ? Uint8Array.from(numbers as number[]) : undefined
  } catch {
    return undefined
  }
}

const rawPublicKey = (key: KeyObject): Uint8Array =>
  Uint8Array.from(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32))

/** Reads a key. Throws a NetworkError without the key in it. */
export function readKey(text: string): Signer {
  const bytes = keyBytes(text)
  if (bytes?.length !== 64)
    throw new NetworkError(
      'The key of the wallet has to be the 64 numbers of a file of solana-keygen, or 64 bytes in base58.',
    )
  const key = createPrivateKey({ key: Buffer.concat([PKCS8, bytes.subarray(0, 32)]), format: 'der', type: 'pkcs8' })
  const publicKey = rawPublicKey(key)
  if (!publicKey.every((byte, index) => byte === bytes[32 + index]))
    throw new NetworkError('The key of the wallet has a mistake: its two halves do not belong together.')
  return {
    address: toAddress(publicKey),
    sign: (message) => Uint8Array.from(sign(null, message, key)),
  }
}
