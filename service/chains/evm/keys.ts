import { HDKey } from '@scure/bip32'
import { bytesToHex, type Hex, type PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { NetworkError } from '../network.ts'
import { RECEIVING } from './addresses.ts'

/** Accounts of private keys; only the operator's program has their texts. */

const KEY = /^(?:0x)?([0-9a-f]{64})$/i
/** BIP-44: change addresses, which are never shown to a user. */
const OWN = 1

/** The wallet of a private key. Throws a NetworkError for a text that is none. */
export function payerAccount(text: string): PrivateKeyAccount {
  const [, key] = KEY.exec(text) ?? []
  if (key === undefined) throw new NetworkError('it does not hold 64 hexadecimal digits.')
  return privateKeyToAccount(`0x${key}` as Hex)
}

/** The private half of the account that deposit addresses are derived from. */
export interface DepositAccounts {
  /** Pays the fees: the first change address of the account. */
  wallet: PrivateKeyAccount
  accountOf(number: number): PrivateKeyAccount
}

/** Throws a NetworkError for a text that is no private key, or not that of the public one. */
export function depositAccounts(text: string, xpub: string | undefined): DepositAccounts {
  const account = keyOf(text)
  if (!account?.privateKey) throw new NetworkError('it does not hold an extended private key, which begins with xprv.')
  if (account.publicExtendedKey !== xpub) throw new NetworkError('it is not the private half of DEPOSIT_XPUB.')
  const at = (branch: number, number: number) => {
    const { privateKey } = account.deriveChild(branch).deriveChild(number)
    if (!privateKey) throw new Error(`no private key at ${branch}/${number}`)
    return privateKeyToAccount(bytesToHex(privateKey))
  }
  return { wallet: at(OWN, 0), accountOf: (number) => at(RECEIVING, number) }
}

function keyOf(text: string): HDKey | undefined {
  try {
    return HDKey.fromExtendedKey(text)
  } catch {
    return undefined
  }
}
