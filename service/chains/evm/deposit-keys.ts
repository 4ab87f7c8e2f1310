import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { bytesToHex, type Hex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

/** Deposit addresses, derived from the account's public key: this code cannot spend what they hold. */

/** BIP-44: chain 0 holds addresses that are shown to others, chain 1 internal ones such as change. */
const RECEIVING = 0

export interface DepositKeys {
  /** Identifies a key without revealing it. */
  readonly id: string
  /** The checksummed address of a number. It never changes. */
  addressOf(number: number): Hex
}

/** Derives the addresses of an account. Throws for a key that `accountKeyError` refuses (platform/settings/account-key.ts). */
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
