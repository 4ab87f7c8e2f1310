import { HDKey } from '@scure/bip32'
import { bytesToHex, type PrivateKeyAccount } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Config } from '#service/platform/config.ts'
import { refused } from '#service/platform/operator/errors.ts'
import { readSecret } from '../../withdrawals/operator/payer-key.ts'

/** The private half of the account whose public half the service derives deposit addresses from. */
export interface DepositAccounts {
  /** Pays the fees: the first change address of the account, which is never shown to a user. */
  wallet: PrivateKeyAccount
  accountOf(number: number): PrivateKeyAccount
}

/** BIP-44: receiving addresses are under 0, change addresses under 1. */
const [RECEIVING, OWN] = [0, 1]

/** The keys of `DEPOSIT_KEY_FILE`; refused unless they are those of `DEPOSIT_XPUB`. */
export async function readDepositAccounts({ depositKeyFile, depositXpub }: Config): Promise<DepositAccounts> {
  const text = await readSecret('DEPOSIT_KEY_FILE', depositKeyFile)
  const account = keyOf(text)
  if (!account?.privateKey)
    throw refused(`DEPOSIT_KEY_FILE: ${depositKeyFile} does not hold an extended private key, which begins with xprv.`)
  if (account.publicExtendedKey !== depositXpub)
    throw refused('DEPOSIT_KEY_FILE: this is not the private half of DEPOSIT_XPUB.')
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
