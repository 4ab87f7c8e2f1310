import * as v from 'valibot'
import { InviteCode, SignedIn } from './accounts.ts'
import { SixDigits } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { proofRefusals } from './factor-code.ts'
import { NoFields, UnixSeconds } from './fields.ts'
import { Opaque, State } from './oauth.ts'

const Ticket = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** Reasons why Google's response did not sign in. */
const googleRefusals = [
  'GOOGLE_NOT_SET_UP',
  /** No response from Google, or none in time. */
  'GOOGLE_UNAVAILABLE',
  /** The response belongs to no sign-in begun here in the last minutes. */
  'GOOGLE_STATE_UNKNOWN',
  /** The code was used or has expired. */
  'GOOGLE_CODE_USED',
  /** Signed by another issuer, for another audience, expired, or of another sign-in. */
  'GOOGLE_ANSWER_WRONG',
  'GOOGLE_MAIL_UNVERIFIED',
] as const

/** Google's authorization URL; the response arrives at /google-auth with `state`. */
export const googleBegin = endpoint('/user/google-begin', {
  auth: 'optional',
  request: NoFields,
  reply: v.object({ url: v.string(), state: v.string() }),
  refuses: [...proofRefusals, 'GOOGLE_NOT_SET_UP', 'GOOGLE_UNAVAILABLE'],
})

const byCode = { code: Opaque, state: State }

/**
 * Signs in or registers. An address with an account is linked after its mailbox is verified: LINK_NEEDED has a
 * `ticket`.
 */
export const googleLogin = endpoint('/user/google-login', {
  auth: false,
  request: v.union([
    v.object({ ...byCode, inviteCode: v.optional(InviteCode), plat: v.literal('web') }),
    v.object({ accessToken: Opaque, inviteCode: v.optional(InviteCode), plat: v.literal('web') }),
  ]),
  reply: SignedIn,
  refuses: [
    ...googleRefusals,
    /** Data: `ticket` and `username`; `loginVerifyCode` mails a code. */
    'GOOGLE_LINK_NEEDED',
    'INVITE_CODE_UNKNOWN',
    'FACTOR_NEEDED',
  ],
})

/** Verifies the mailbox by its code and links Google to the account. */
export const googleLink = endpoint('/user/google-link', {
  auth: false,
  request: v.object({ ticket: Ticket, verifyCode: SixDigits }),
  reply: SignedIn,
  refuses: ['TICKET_GONE', 'CODE_WRONG', 'IDENTITY_TAKEN', 'IDENTITY_SET', 'FACTOR_NEEDED'],
})

/** Whether Google is linked to the current account, and whether it can be. */
export const googleState = endpoint('/user/google', {
  auth: true,
  request: NoFields,
  reply: v.object({
    isSetUp: v.boolean(),
    linked: v.nullable(v.object({ label: v.string(), at: UnixSeconds })),
    /** True if it is the only sign-in method, which cannot be unlinked. */
    isLast: v.boolean(),
  }),
})

/** Links Google to the current account. */
export const googleConnect = endpoint('/user/google-connect', {
  auth: true,
  request: v.object(byCode),
  reply: NoFields,
  refuses: [...proofRefusals, ...googleRefusals, 'IDENTITY_TAKEN', 'IDENTITY_SET'],
})

export const googleUnlink = endpoint('/user/google-unlink', {
  auth: true,
  request: NoFields,
  reply: NoFields,
  refuses: [...proofRefusals, 'IDENTITY_UNKNOWN', 'LAST_WAY_IN'],
})
