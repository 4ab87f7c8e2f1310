import { brand } from '#lib/brand.ts'
import { type SocialSite, socialSites, taskOfSite } from '#lib/rules/social.ts'
import type { Context } from '#service/platform/context.ts'
import { SiteError } from '../providers/sites/site.ts'
import type { Reason, SocialVerifier, SocialVerifiers, VerificationResult } from '../providers/social.ts'
import { accountOf } from './links.ts'
import { dropToken, tokenOf } from './tokens.ts'
import { countAccount, isUsedByAnother } from './uses.ts'

type VerificationRequest = Parameters<SocialVerifier>[0]

/** Creates the verifiers of the configured sites. */
export const createVerifiers = (ctx: Context): SocialVerifiers =>
  Object.fromEntries(
    socialSites
      .filter((site) => ctx.sites[site])
      .map((site) => [taskOfSite[site], (request: VerificationRequest) => verify(ctx, site, request)]),
  )

const toFailure = (kind: Reason['kind'], retryAt?: number): VerificationResult => ({
  done: false,
  why: { kind, values: {} },
  ...(retryAt !== undefined && { retryAt }),
})

/** Default targets of tasks without a link: our own pages there. */
const defaultLinks = { x: brand.microblog, discord: brand.chat }
const failures = { x: 'not-following', discord: 'not-joined' } as const

/** Verifies a task on another site. Without a linked account it can be retried immediately. */
async function verify(
  ctx: Context,
  site: SocialSite,
  { userId, taskId, link }: VerificationRequest,
): Promise<VerificationResult> {
  const of = { userId, site }
  const account = await accountOf(ctx.db, of)
  const now = ctx.clock.now()
  if (!account) return toFailure('not-connected', now)
  const { subject } = account
  if (await isUsedByAnother(ctx, { ...of, subject })) return toFailure('used-elsewhere')
  const token = await tokenOf(ctx, of)
  if (token === undefined) return toFailure('connect-again', now)
  const missing = await checkTask(ctx, { ...of, token, link: link ?? defaultLinks[site] })
  if (missing) return missing
  if (!(await countAccount(ctx, { ...of, subject }))) return toFailure('used-elsewhere')
  if (!(await ctx.socialTasks.isPending(ctx.db, { userId, kind: taskOfSite[site], now, except: taskId })))
    await dropToken(ctx, of)
  return { done: true }
}

/** Undefined when the task is done; a rate-limited site says itself when to retry. */
async function checkTask(
  ctx: Context,
  of: { site: SocialSite; userId: string; token: string; link: string },
): Promise<VerificationResult | undefined> {
  const there = ctx.sites[of.site]
  if (!there) throw new Error(`${of.site} is not set up any more`)
  try {
    return (await there.isDone(of.token, of.link)) ? undefined : toFailure(failures[of.site])
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    const now = ctx.clock.now()
    if (error.reason === 'busy') return toFailure('busy', now + error.retrySeconds * 1000)
    if (error.reason !== 'token-gone') throw error
    await dropToken(ctx, of)
    return toFailure('connect-again', now)
  }
}
