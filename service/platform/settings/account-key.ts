import { HDKey } from '@scure/bip32'

/** Depth of `m/44'/60'/0'` and `m/44'/195'/0'`, accounts of BIP-44. */
const ACCOUNT_DEPTH = 3

/** The reason why a text is no extended public key of an account; undefined when it is one. */
export function accountKeyError(text: string, path = "m/44'/60'/0'"): string | undefined {
  if (/^[xyz]prv/.test(text)) return 'is a private key: the service takes the public one, which begins with xpub'
  let key: HDKey
  try {
    key = HDKey.fromExtendedKey(text)
  } catch {
    return 'must be an extended public key, which begins with xpub'
  }
  return key.depth === ACCOUNT_DEPTH ? undefined : `must be the key of an account, ${path}, as wallets export it`
}
