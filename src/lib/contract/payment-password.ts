import * as v from 'valibot'
import { CodeSent, SixDigits } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { Count, Md5Digest, NoFields, UnixSeconds } from './fields.ts'

/** Mails the code for changing the payment password, or resetting it when locked. */
export const paymentVerifyCode = endpoint('/user/paymentVerifyCode', {
  auth: true,
  request: NoFields,
  reply: CodeSent,
  refuses: ['CODE_SENT_RECENTLY'],
})

/**
 * Sets it the first time with `accountPassword`, or with a mailed code if the account has no password. Changes or
 * resets it with a mailed code, which ends every lock.
 */
export const setPaymentPassword = endpoint('/user/set-payment-password', {
  auth: true,
  request: v.object({
    password: Md5Digest,
    verifyCode: v.optional(SixDigits),
    accountPassword: v.optional(Md5Digest),
  }),
  reply: v.object({
    /** Withdrawals are on hold until then because of the change; null at the first setting. */
    holdUntil: v.nullable(UnixSeconds),
  }),
  refuses: [
    'PAYMENT_PASSWORD_WEAK',
    /** First setting without proof that the caller owns the account. */
    'PROOF_NEEDED',
    'ACCOUNT_PASSWORD_WRONG',
    'CODE_NEEDED',
    'CODE_WRONG',
  ],
})

const common = {
  /** True if moving money also takes a code of the second factor. */
  secondFactor: v.optional(v.boolean(), false),
}

export const PaymentPasswordState = v.variant('state', [
  v.object({
    ...common,
    state: v.literal('unset'),
    /** True if the account has a password that proves its owner; accounts created by Google have none. */
    hasPassword: v.optional(v.boolean(), true),
  }),
  v.object({ ...common, state: v.literal('ready'), triesLeft: Count }),
  v.object({ ...common, state: v.literal('locked'), until: UnixSeconds }),
  /** Locked until it is reset with a mailed code. */
  v.object({ ...common, state: v.literal('resetNeeded') }),
])
export type PaymentPasswordState = v.InferOutput<typeof PaymentPasswordState>

export const paymentPasswordState = endpoint('/user/payment-password-state', {
  auth: true,
  request: NoFields,
  reply: PaymentPasswordState,
})

/**
 * Refusals of every call that requires the payment password. WRONG comes with `triesLeft`, LOCKED with `until` (Unix
 * seconds) and `minutes`.
 */
export const paymentRefusals = [
  'PAYMENT_PASSWORD_NOT_SET',
  'PAYMENT_PASSWORD_WRONG',
  'PAYMENT_PASSWORD_LOCKED',
  'PAYMENT_PASSWORD_RESET_NEEDED',
] as const
