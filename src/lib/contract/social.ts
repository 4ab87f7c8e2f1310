import * as v from 'valibot'
import { socialSites } from '../rules/social.ts'
import { endpoint } from './endpoint.ts'
import { NoFields, UnixSeconds } from './fields.ts'
import { Opaque, State } from './oauth.ts'

/** An account of the user's on another site. */
const AccountState = v.object({
  isSetUp: v.boolean(),
  /** `isStale` where a task waits, and the right to look has run out: it has to be linked once more. */
  linked: v.nullable(v.object({ label: v.string(), at: UnixSeconds, isStale: v.boolean() })),
})
export type SocialAccountState = v.InferOutput<typeof AccountState>

/** Which accounts on other sites are linked, and which could be. */
export const socialInfo = endpoint('/user/social-info', {
  auth: true,
  request: NoFields,
  reply: v.object({ x: AccountState, discord: AccountState }),
})

/** Where another site asks its user; the answer comes to /auth-success, with `state`, which belongs to this session. */
export const socialBegin = endpoint('/user/social-begin', {
  auth: true,
  request: v.object({ site: v.picklist(socialSites) }),
  reply: v.object({ url: v.string(), state: v.string() }),
  refuses: ['SOCIAL_NOT_SET_UP'],
})

/** Each with `site`, the name of the other site. */
const refuses = [
  'SOCIAL_NOT_SET_UP',
  /** No answer, or none in time. */
  'SOCIAL_UNAVAILABLE',
  /** It answers nobody for a while: with `until` (Unix seconds) and `seconds`. */
  'SOCIAL_BUSY',
  /** The answer belongs to nothing that this session has begun in the last minutes. */
  'SOCIAL_STATE_UNKNOWN',
  /** The code was used, has run out, or is one of another sign-in. */
  'SOCIAL_CODE_USED',
  'SOCIAL_ANSWER_WRONG',
  /** Another user has this account. */
  'SOCIAL_TAKEN',
  /** This user has another account there: with `label`. */
  'SOCIAL_SET',
] as const

const byCode = {
  auth: true,
  request: v.object({ code: Opaque, state: State }),
  reply: v.object({ linked: v.object({ label: v.string(), at: UnixSeconds }) }),
  refuses,
} as const

/** Exchanges a code and links the account that gave it; the token itself stays on the service. */
export const twitterAccessToken = endpoint('/twitter/get-access-token', byCode)
export const discordAccessToken = endpoint('/discord/get-access-token', byCode)

export const socialUnlink = endpoint('/user/social-unlink', {
  auth: true,
  request: v.object({ site: v.picklist(socialSites) }),
  reply: NoFields,
  refuses: ['SOCIAL_NOT_LINKED'],
})
