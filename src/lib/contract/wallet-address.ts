import * as v from 'valibot'
import { pastedText } from '../rules/pasted-text.ts'
import { WALLET_ADDRESS_LENGTH } from '../rules/wallets.ts'

/** An address as typed or pasted, before the check of its network's form. */
export const WalletAddress = v.pipe(
  v.string(),
  v.transform(pastedText),
  v.minLength(1),
  v.maxLength(WALLET_ADDRESS_LENGTH),
)
