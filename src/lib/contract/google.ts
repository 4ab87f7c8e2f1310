import * as v from 'valibot'
import { InviteCode, SignedIn } from './accounts.ts'
import { SixDigits } from './codes.ts'
import { endpoint } from './endpoint.ts'
import { proofRefusals } from './factor-code.ts'
import { NoFields, UnixSeconds } from './fields.ts'
import { Opaque, State } from './oauth.ts'

const Ticket = v.pipe(v.string(), v.regex(/^[\w-]{43}$/))

/** Why Google's answer signed nobody in. */
const googleRefusals = [
  'GOOGLE_NOT_SET_UP',
  /** No answer from Google, or none in time. */
  'GOOGLE_UNAVAILABLE',
  /** The answer belongs to no sign-in that was begun here in the last minutes. */
  'GOOGLE_STATE_UNKNOWN',
  /** The code was used, or has run out. */
  'GOOGLE_CODE_USED',
  /** Signed by another, meant for another site, run out, or of another sign-in. */
  'GOOGLE_ANSWER_WRONG',
  'GOOGLE_MAIL_UNVERIFIED',
] as const

/** Where Google asks its user; the answer comes to /google-auth, with `state`. */
export const googleBegin = endpoint('/user/google-begin', {
  auth: 'optional',
  request: NoFields,
  reply: v.object({ url: v.string(), state: v.string() }),
  refuses: [...proofRefusals, 'GOOGLE_NOT_SET_UP', 'GOOGLE_UNAVAILABLE'],
})

const byCode = { code: Opaque, state: State }

/** Signs in, or registers. An address that has an account is linked once its mailbox is proven: LINK_NEEDED has a `ticket`. */
export const googleLogin = endpoint('/user/google-login', {
  auth: false,
  request: v.union([
    v.object({ ...byCode, inviteCode: v.optional(InviteCode), plat: v.literal('web') }),
    v.object({ accessToken: Opaque, inviteCode: v.optional(InviteCode), plat: v.literal('web') }),
  ]),
  reply: SignedIn,
  refuses: [
    ...googleRefusals,
    /** With `ticket` and `username`; a code is mailed by `loginVerifyCode`. */
    'GOOGLE_LINK_NEEDED',
    'INVITE_CODE_UNKNOWN',
    'FACTOR_NEEDED',
  ],
})

/** The mailbox is proven by its code: from now on Google opens the account. */
export const googleLink = endpoint('/user/google-link', {
  auth: false,
  request: v.object({ ticket: Ticket, verifyCode: SixDigits }),
  reply: SignedIn,
  refuses: ['TICKET_GONE', 'CODE_WRONG', 'IDENTITY_TAKEN', 'IDENTITY_SET', 'FACTOR_NEEDED'],
})

/** Whether Google opens the account of who is signed in, and whether it could. */
export const googleState = endpoint('/user/google', {
  auth: true,
  request: NoFields,
  reply: v.object({
    isSetUp: v.boolean(),
    linked: v.nullable(v.object({ label: v.string(), at: UnixSeconds })),
    /** Whether it is the only way in, which can't be unlinked. */
    isLast: v.boolean(),
  }),
})

/** Links who is signed in. */
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
