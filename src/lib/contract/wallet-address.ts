import * as v from 'valibot'
import { WALLET_ADDRESS_LENGTH } from '../rules/wallets.ts'

/** An address as typed, before the check of its network's form. */
export const WalletAddress = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(WALLET_ADDRESS_LENGTH))
