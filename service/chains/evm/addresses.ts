import { secp256k1 } from '@noble/curves/secp256k1.js'
import { HDKey } from '@scure/bip32'
import { bytesToHex, getAddress, isAddress, isAddressEqual } from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import type { Addresses } from '../network.ts'

/** BIP-44: chain 0 holds addresses that are shown to others, chain 1 internal ones such as change. */
export const RECEIVING = 0

const fault = (text: string): string | undefined => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return 'is 0x and 40 hexadecimal digits'
  return isAddress(text) ? undefined : 'has a mistake: its capitals do not fit its digits (EIP-55)'
}

/** Adds the checksum. An address in capitals alone is one without a checksum, and would fail viem's check. */
export function normal(text: string): `0x${string}` {
  if (!/^0x[0-9a-f]{40}$/i.test(text)) throw new Error(`${text} is no address`)
  return getAddress(text.toLowerCase())
}

export const addresses: Addresses = {
  fault,
  same: (one, other) => isAddressEqual(normal(one), normal(other)),
  normal,
  /** Derives from the account's public key: this code cannot spend what the addresses hold. */
  derive(xpub) {
    const receiving = HDKey.fromExtendedKey(xpub).deriveChild(RECEIVING)
    return (number) => {
      const { publicKey } = receiving.deriveChild(number)
      if (!publicKey) throw new Error(`no public key at ${number}`)
      return publicKeyToAddress(bytesToHex(secp256k1.Point.fromBytes(publicKey).toBytes(false)))
    }
  },
}
