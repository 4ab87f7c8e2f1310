import * as v from 'valibot'
import { SignedIn } from './accounts.ts'
import { CodeSent, FactorCode, SixDigits } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { factorRefusals, proofRefusals } from './factor-code.ts'
import { Count, NoFields, UnixSeconds } from './fields.ts'

/**
 * Proves that the first factor was right; comes with the refusal FACTOR_NEEDED of a sign-in and is valid for ten
 * minutes.
 */
const Ticket = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))
const RecoveryCodes = v.object({ recoveryCodes: v.array(v.string()) })

export const secondFactor = endpoint('/user/second-factor', {
  auth: true,
  request: NoFields,
  reply: v.object({
    /** Null while it is off. */
    since: v.nullable(UnixSeconds),
    recoveryCodesLeft: Count,
    /** When it will be removed because it was reported lost; null if it was not. */
    lostUntil: v.nullable(UnixSeconds),
  }),
})

/** Creates a secret, which becomes active after one valid code. Another call replaces it. */
export const beginSecondFactor = endpoint('/user/second-factor/begin', {
  auth: true,
  request: NoFields,
  reply: v.object({ secret: v.string(), uri: v.string() }),
  refuses: [...proofRefusals, 'FACTOR_ON'],
})

export const confirmSecondFactor = endpoint('/user/second-factor/confirm', {
  auth: true,
  request: v.object({ factorCode: SixDigits }),
  reply: RecoveryCodes,
  refuses: [...proofRefusals, ...factorRefusals, 'FACTOR_ON', 'FACTOR_NOT_BEGUN'],
})

/** Withdrawals are on hold after it, as after a change of password. */
export const endSecondFactor = endpoint('/user/second-factor/end', {
  auth: true,
  request: NoFields,
  reply: v.object({ holdUntil: UnixSeconds }),
  refuses: [...proofRefusals, 'FACTOR_OFF'],
})

/** Ten new recovery codes, which replace the previous ones. */
export const renewRecoveryCodes = endpoint('/user/second-factor/recovery-codes', {
  auth: true,
  request: NoFields,
  reply: RecoveryCodes,
  refuses: [...proofRefusals, 'FACTOR_OFF'],
})

/** Completes a sign-in that requires the second factor. WRONG comes with `triesLeft`. */
export const passSecondFactor = endpoint('/user/second-factor/pass', {
  auth: false,
  request: v.object({ ticket: Ticket, factorCode: FactorCode }),
  reply: SignedIn,
  refuses: [...factorRefusals, 'TICKET_GONE'],
})

/** Mails the code for reporting a lost second factor. */
export const lostFactorCode = endpoint('/user/second-factor/lost-code', {
  auth: false,
  request: v.object({ ticket: Ticket }),
  reply: CodeSent,
  refuses: ['TICKET_GONE', 'CODE_SENT_RECENTLY'],
})

/** Reports second factor and recovery codes as lost: removed after 72 hours unless the owner stops it. */
export const lostFactor = endpoint('/user/second-factor/lost', {
  auth: false,
  request: v.object({ ticket: Ticket, verifyCode: SixDigits }),
  reply: v.object({ lostUntil: UnixSeconds }),
  refuses: ['TICKET_GONE', 'CODE_WRONG'],
})

/** Stops the removal. */
export const stopLostFactor = endpoint('/user/second-factor/stop-lost', {
  auth: true,
  request: NoFields,
  reply: NoFields,
})
