import { pbkdf2Sync } from 'node:crypto'
import { HDKey } from '@scure/bip32'
import { mnemonicToAccount } from 'viem/accounts'

/** The well-known test mnemonic of wallets. */
const words = 'test test test test test test test test test test test junk'
/** The BIP-39 seed without a passphrase. */
const seed = pbkdf2Sync(words, 'mnemonic', 2048, 64, 'sha512')

/** An account of BIP-44: the whole key, its public half, and the address of each number by a derivation that is not ours. */
export function accountKeys(index = 0) {
  const account = HDKey.fromMasterSeed(seed).derive(`m/44'/60'/${index}'`)
  return {
    xprv: account.privateExtendedKey,
    xpub: account.publicExtendedKey,
    /** Pays the fees of sweeps. */
    wallet: mnemonicToAccount(words, { accountIndex: index, changeIndex: 1 }).address,
    addressOf: (number: number) => mnemonicToAccount(words, { accountIndex: index, addressIndex: number }).address,
  }
}
