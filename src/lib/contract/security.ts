import * as v from 'valibot'
import { SECURITY_EVENT_PAGE_SIZE, securityEvents } from '../rules/sign-in.ts'
import { CodeSent, FactorCode, SixDigits } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { factorRefusals } from './factor-code.ts'
import { Id, Md5Digest, NoFields, UnixSeconds } from './fields.ts'
import { pagedReply, pageRequest } from './paging.ts'

/** Mails the code that `prove` accepts in place of the account's password. */
export const proveVerifyCode = endpoint('/user/proveVerifyCode', {
  auth: true,
  request: NoFields,
  reply: CodeSent,
  refuses: ['CODE_SENT_RECENTLY'],
})

/** Proves again that the owner is present: a session alone may be stolen. */
export const prove = endpoint('/user/prove', {
  auth: true,
  request: v.object({
    accountPassword: v.optional(Md5Digest),
    verifyCode: v.optional(SixDigits),
    /** Required if a second factor is set. */
    factorCode: v.optional(FactorCode),
  }),
  reply: v.object({ provenUntil: UnixSeconds }),
  refuses: [...factorRefusals, 'PROOF_NEEDED', 'ACCOUNT_PASSWORD_WRONG', 'CODE_WRONG'],
})

export const SecurityEvent = v.object({
  _id: Id,
  kind: v.picklist(securityEvents),
  /** The sign-in method for `signed-in`, the name of the changed thing for others; may be empty. */
  detail: v.string(),
  browser: v.string(),
  /** The network in part, such as `203.0.113.x`; may be empty. */
  network: v.string(),
  at: UnixSeconds,
})
export type SecurityEvent = v.InferOutput<typeof SecurityEvent>

export const securityEventList = endpoint('/user/security-events', {
  auth: true,
  request: v.object(pageRequest(SECURITY_EVENT_PAGE_SIZE)),
  reply: pagedReply(SecurityEvent),
})

/** True if the account has money, only a password protects it, and the user has not declined yet. */
export const protectPrompt = endpoint('/user/protect-prompt', {
  auth: true,
  request: NoFields,
  reply: v.object({ isDue: v.boolean() }),
})

/** Declines for good. */
export const protectRefuse = endpoint('/user/protect-refuse', { auth: true, request: NoFields, reply: NoFields })
