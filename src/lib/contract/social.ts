import * as v from 'valibot'
import { socialSites } from '../rules/social.ts'
import { endpoint } from './endpoint.ts'
import { NoFields, UnixSeconds } from './fields.ts'
import { Opaque, State } from './oauth.ts'

/** The user's account on another site. */
const AccountState = v.object({
  isSetUp: v.boolean(),
  /** `isStale` if a task waits but the token has expired: the account has to be linked again. */
  linked: v.nullable(v.object({ label: v.string(), at: UnixSeconds, isStale: v.boolean() })),
})
export type SocialAccountState = v.InferOutput<typeof AccountState>

/** The linked accounts on other sites, and the sites that can be linked. */
export const socialInfo = endpoint('/user/social-info', {
  auth: true,
  request: NoFields,
  reply: v.object({ x: AccountState, discord: AccountState }),
})

/**
 * The other site's authorization URL; the response arrives at /auth-success with `state`, which belongs to this
 * session.
 */
export const socialBegin = endpoint('/user/social-begin', {
  auth: true,
  request: v.object({ site: v.picklist(socialSites) }),
  reply: v.object({ url: v.string(), state: v.string() }),
  refuses: ['SOCIAL_NOT_SET_UP'],
})

/** Each comes with `site`, the name of the other site. */
const refuses = [
  'SOCIAL_NOT_SET_UP',
  /** No response, or none in time. */
  'SOCIAL_UNAVAILABLE',
  /** Rate limited by the other site: `until` (Unix seconds) and `seconds`. */
  'SOCIAL_BUSY',
  /** The response belongs to no authorization that this session has begun in the last minutes. */
  'SOCIAL_STATE_UNKNOWN',
  /** The code was used, has expired, or belongs to another sign-in. */
  'SOCIAL_CODE_USED',
  'SOCIAL_ANSWER_WRONG',
  /** Another user has linked this account. */
  'SOCIAL_TAKEN',
  /** This user has linked another account there: `label`. */
  'SOCIAL_SET',
] as const

const byCode = {
  auth: true,
  request: v.object({ code: Opaque, state: State }),
  reply: v.object({ linked: v.object({ label: v.string(), at: UnixSeconds }) }),
  refuses,
} as const

/** Exchanges a code and links the account; the token stays on the service. */
export const twitterAccessToken = endpoint('/twitter/get-access-token', byCode)
export const discordAccessToken = endpoint('/discord/get-access-token', byCode)

export const socialUnlink = endpoint('/user/social-unlink', {
  auth: true,
  request: v.object({ site: v.picklist(socialSites) }),
  reply: NoFields,
  refuses: ['SOCIAL_NOT_LINKED'],
})
