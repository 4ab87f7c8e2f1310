import * as v from 'valibot'
import { WALLET_ADDRESS_LENGTH } from '../rules/wallets.ts'

/** An address as it was typed: the check of its network comes after. */
export const WalletAddress = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(WALLET_ADDRESS_LENGTH))
