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

/** Everything that is kept about who is signed in, by part; what is money in decimals, what is a time in ISO 8601. */
export const exportData = endpoint('/user/export', {
  auth: true,
  request: NoFields,
  reply: v.object({ data: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))) }),
  refuses: [...proofRefusals],
})

/** What has to be settled before an account can be closed. */
export const closingBlockers = ['balance', 'withdrawals', 'orders', 'rentals', 'deposits'] as const

/**
 * What an account holds of a coin, and what may become of it: it can be withdrawn, is less than a withdrawal takes, or is
 * balance, which is never withdrawn. What can't be withdrawn is given up with the account.
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
    /** When it closes; null where it was not asked to. */
    closesAt: v.nullable(UnixSeconds),
    obstacles: v.array(v.picklist(closingBlockers)),
    holdings: v.array(Holding),
  }),
})

/** Closes the account after 14 days, in which it can be kept by one press. */
export const closeAccount = endpoint('/user/close-account', {
  auth: true,
  request: v.object({
    /** The balance that its owner gives up, as `holdings` told it. */
    balance: v.optional(Amount, '0'),
  }),
  reply: v.object({ closesAt: UnixSeconds }),
  refuses: [...proofRefusals, 'CLOSING_OBSTRUCTED', 'CLOSING_CHANGED'],
})

export const keepAccount = endpoint('/user/keep-account', { auth: true, request: NoFields, reply: NoFields })
