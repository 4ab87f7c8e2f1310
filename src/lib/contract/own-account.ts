import * as v from 'valibot'
import { UserInfo } from './accounts.ts'
import { Amount, CurrencyCode } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { proofRefusals } from './factor-code.ts'
import { NoFields, UnixSeconds } from './fields.ts'
import { Label } from './labels.ts'

export const renameUser = endpoint('/user/rename', {
  auth: true,
  request: v.object({ name: Label }),
  reply: UserInfo,
})

/** All stored data of the current user by part; money in decimals, times in ISO 8601. */
export const exportData = endpoint('/user/export', {
  auth: true,
  request: NoFields,
  reply: v.object({ data: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))) }),
  refuses: [...proofRefusals],
})

/** Conditions that block the closing of an account. */
export const closingBlockers = ['balance', 'withdrawals', 'orders', 'rentals', 'deposits'] as const

/**
 * An account's holding of a coin and its use at closing: withdrawable, below the withdrawal minimum, or balance, which
 * cannot be withdrawn. Amounts that cannot be withdrawn are forfeited.
 */
const Holding = v.object({
  currencyCode: CurrencyCode,
  amount: Amount,
  fate: v.picklist(['withdraw', 'dust', 'balance']),
})
export type Holding = v.InferOutput<typeof Holding>

export const closing = endpoint('/user/closing', {
  auth: true,
  request: NoFields,
  reply: v.object({
    /** Closing time; null if no closing was requested. */
    closesAt: v.nullable(UnixSeconds),
    obstacles: v.array(v.picklist(closingBlockers)),
    holdings: v.array(Holding),
  }),
})

/** Closes the account after 14 days, in which the user can cancel the closing. */
export const closeAccount = endpoint('/user/close-account', {
  auth: true,
  request: v.object({
    /** The balance that the owner forfeits, as `holdings` showed it. */
    balance: v.optional(Amount, '0'),
  }),
  reply: v.object({ closesAt: UnixSeconds }),
  refuses: [...proofRefusals, 'CLOSING_OBSTRUCTED', 'CLOSING_CHANGED'],
})

export const keepAccount = endpoint('/user/keep-account', { auth: true, request: NoFields, reply: NoFields })
