import * as v from 'valibot'
import { CodeSent, SixDigits } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Count, Md5Digest, NoFields, UnixSeconds } from './fields.ts'

/** Mails the code with which the payment password is changed, or reset when it is locked. */
export const paymentVerifyCode = endpoint('/user/paymentVerifyCode', {
  auth: true,
  request: NoFields,
  reply: CodeSent,
  refuses: ['CODE_SENT_RECENTLY'],
})

/**
 * Sets it the first time with `accountPassword`, or with a mailed code as an account without a password has to, and changes
 * or resets it with a code, which ends every lock.
 */
export const setPaymentPassword = endpoint('/user/set-payment-password', {
  auth: true,
  request: v.object({
    password: Md5Digest,
    verifyCode: v.optional(SixDigits),
    accountPassword: v.optional(Md5Digest),
  }),
  reply: v.object({
    /** Withdrawals wait until then because of the change; null when it was set for the first time. */
    holdUntil: v.nullable(UnixSeconds),
  }),
  refuses: [
    'PAYMENT_PASSWORD_WEAK',
    /** It is the first one, and nothing says that the account is the caller's own. */
    'PROOF_NEEDED',
    'ACCOUNT_PASSWORD_WRONG',
    'CODE_NEEDED',
    'CODE_WRONG',
  ],
})

const common = {
  /** Whether money moves only with a code of the second factor beside it. */
  secondFactor: v.optional(v.boolean(), false),
}

export const PaymentPasswordState = v.variant('state', [
  v.object({
    ...common,
    state: v.literal('unset'),
    /** Whether the account has a password that could prove it; one that came by Google has none. */
    hasPassword: v.optional(v.boolean(), true),
  }),
  v.object({ ...common, state: v.literal('ready'), triesLeft: Count }),
  v.object({ ...common, state: v.literal('locked'), until: UnixSeconds }),
  /** Locked until it is reset with a code from the mailbox. */
  v.object({ ...common, state: v.literal('resetNeeded') }),
])
export type PaymentPasswordState = v.InferOutput<typeof PaymentPasswordState>

export const paymentPasswordState = endpoint('/user/payment-password-state', {
  auth: true,
  request: NoFields,
  reply: PaymentPasswordState,
})

/**
 * Refusals of every call that asks for the payment password. WRONG comes with `triesLeft`, LOCKED with `until` (Unix
 * seconds) and `minutes`.
 */
export const paymentRefusals = [
  'PAYMENT_PASSWORD_NOT_SET',
  'PAYMENT_PASSWORD_WRONG',
  'PAYMENT_PASSWORD_LOCKED',
  'PAYMENT_PASSWORD_RESET_NEEDED',
] as const
