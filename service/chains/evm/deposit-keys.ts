import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { bytesToHex, type Hex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

/** Addresses that money is paid to, derived from the public half of an account: nothing here could spend what lies on them. */

/** BIP-44 keeps addresses that others are told under 0, and those of one's own, such as change, under 1. */
const RECEIVING = 0

export interface DepositKeys {
  /** Tells one key from another without telling the key. */
  readonly id: string
  /** The address of a number; the same one always. Checksummed. */
  addressOf(number: number): Hex
}

/** The addresses of an account. Throws for a text that `accountKeyError` refuses (platform/settings/account-key.ts). */
export function createDepositKeys(xpub: string): DepositKeys {
  const receiving = HDKey.fromExtendedKey(xpub).deriveChild(RECEIVING)
  return {
    id: createHash('sha256').update(xpub).digest('hex').slice(0, 16),
    addressOf(number) {
      const { publicKey } = receiving.deriveChild(number)
      if (!publicKey) throw new Error(`no public key at ${number}`)
      return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false)))
    },
  }
}
