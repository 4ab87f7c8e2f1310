import * as v from 'valibot'
import { Amount, TypedAmount } from './amounts.ts'
import { FactorCode } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { factorRefusals } from './factor-code.ts'
import { Id, Md5Digest } from './fields.ts'
import { paymentRefusals } from './payment-password.ts'
import { RequestId, requestRefusals } from './requests.ts'
import { WalletAddress } from './wallet-address.ts'
import { Withdrawal } from './withdrawals.ts'

/**
 * Requests a withdrawal. `walletAddress` and `fee` are the values shown to the user: refused if they have changed.
 * Idempotent by `requestId`: a repeated call returns the same withdrawal, and is refused with different content.
 */
export const requestWithdrawal = endpoint('/withdrawal-log/withdraw', {
  auth: true,
  request: v.object({
    walletId: Id,
    walletAddress: WalletAddress,
    amount: TypedAmount,
    fee: Amount,
    paymentPassword: Md5Digest,
    /** Required if a second factor is set. */
    factorCode: v.optional(FactorCode),
    requestId: RequestId,
  }),
  reply: Withdrawal,
  refuses: [
    ...paymentRefusals,
    ...factorRefusals,
    ...requestRefusals,
    'WALLET_UNKNOWN',
    /** A saved address is checked again. */
    'ADDRESS_BURN',
    'ADDRESS_PROGRAM',
    'ADDRESS_OURS',
    'ADDRESS_CONTRACT',
    /** The wallet's address has changed. */
    'WALLET_CHANGED',
    /** With `minimum` and `currencyCode`. */
    'BELOW_MINIMUM',
    /** With `normal`, `currencyCode`, `until` (Unix seconds) and `time` (the same as text). */
    'SMALL_ONE_USED',
    /** With `available` and `currencyCode`. */
    'OVER_BALANCE',
    /** Data: `fee`, the current one, and `currencyCode`. */
    'FEE_CHANGED',
  ],
})
