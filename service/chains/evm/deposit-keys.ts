import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { bytesToHex, type Hex } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'

/** Addresses that money is paid to, derived from the public half of an account: nothing here could spend what lies on them. */

/** Depth of `m/44'/60'/0'`, the account of BIP-44. */
const ACCOUNT_DEPTH = 3
/** BIP-44 keeps addresses that others are told under 0, and those of one's own, such as change, under 1. */
const RECEIVING = 0

/** Why a text is no extended public key of an account; undefined when it is one. */
export function accountKeyFault(text: string): string | undefined {
  if (/^[xyz]prv/.test(text)) return 'is a private key: the service takes the public one, which begins with xpub'
  let key: HDKey
  try {
    key = HDKey.fromExtendedKey(text)
  } catch {
    return 'must be an extended public key, which begins with xpub'
  }
  return key.depth === ACCOUNT_DEPTH ? undefined : "must be the key of an account, m/44'/60'/0', as wallets export it"
}

export interface DepositKeys {
  /** Tells one key from another without telling the key. */
  readonly id: string
  /** The address of a number; the same one always. Checksummed. */
  addressOf(number: number): Hex
}

/** The addresses of an account. Throws for what `accountKeyFault` finds fault with. */
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
