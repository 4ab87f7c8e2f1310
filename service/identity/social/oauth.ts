import { type SocialSite, siteNames } from '#lib/rules/social.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import { newToken } from '#service/platform/ids.ts'
import {
  type Grant,
  type Owner,
  type PendingAuthorization,
  type Site,
  SiteError,
  type SiteErrorReason,
} from '../providers/sites/site.ts'
import { saveState, takeState } from '../sign-in/oauth-states.ts'

/** The page that receives the answers of both sites (SPEC-2.21). */
export const redirectOf = ({ config }: Pick<Context, 'config'>): string => `${config.origin}/auth-success`

function requireSite(ctx: Context, site: SocialSite): Site {
  const one = ctx.sites[site]
  if (!one) throw new RefusalError('SOCIAL_NOT_SET_UP', { site: siteNames[site] })
  return one
}

const reasons = {
  unavailable: 'SOCIAL_UNAVAILABLE',
  'code-used': 'SOCIAL_CODE_USED',
  'answer-wrong': 'SOCIAL_ANSWER_WRONG',
  'token-gone': 'SOCIAL_ANSWER_WRONG',
} as const satisfies Record<Exclude<SiteErrorReason, 'busy'>, string>

/** Maps failures of a site to our refusals; the site's own message is only logged. */
async function callSite<T>(ctx: Context, site: SocialSite, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    const { reason, cause, retrySeconds: seconds } = error
    ctx.log.warn({ err: cause, fault: reason, site }, 'an account on another site could not be linked')
    if (reason !== 'busy') throw new RefusalError(reasons[reason], { site: siteNames[site] })
    const until = unixSeconds(ctx.clock.now()) + seconds
    throw new RefusalError('SOCIAL_BUSY', { site: siteNames[site], until, seconds })
  }
}

interface PendingLink extends PendingAuthorization {
  /** The session that started it: no other may complete it, not even one of the same user. */
  session: string
}

/** Starts a link. State and verifier are stored here; only the state is returned. */
export async function beginSocial(
  ctx: Context,
  site: SocialSite,
  session: Session,
): Promise<{ url: string; state: string }> {
  const there = requireSite(ctx, site)
  await ctx.limits.spend('socialUser', session.userId)
  const pending: PendingLink = { state: newToken(), verifier: newToken(), session: session.id }
  await saveState(ctx, { provider: site, userId: session.userId, pending })
  return { url: await there.address(pending, redirectOf(ctx)), state: pending.state }
}

export interface AuthorizedAccount {
  owner: Owner
  grant: Grant
}

/** The account of an authorization code. The state is consumed first, so that each answer is evaluated once. */
export async function ownerByCode(
  ctx: Context,
  { site, answer, session }: { site: SocialSite; answer: { code: string; state: string }; session: Session },
): Promise<AuthorizedAccount> {
  const there = requireSite(ctx, site)
  await ctx.limits.spend('socialUser', session.userId)
  const pending = await takeState<PendingLink>(ctx, { provider: site, userId: session.userId, state: answer.state })
  if (pending?.session !== session.id) throw new RefusalError('SOCIAL_STATE_UNKNOWN', { site: siteNames[site] })
  return callSite(ctx, site, async () => {
    const grant = await there.exchange({ code: answer.code, pending, redirectUri: redirectOf(ctx) })
    return { grant, owner: await there.owner(grant.token) }
  })
}
