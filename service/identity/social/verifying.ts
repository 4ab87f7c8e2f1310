import { brand } from '#lib/brand.ts'
import { type SocialSite, socialSites, taskOfSite } from '#lib/rules/social.ts'
import type { Context } from '#service/platform/context.ts'
import { SiteError } from '../providers/sites/site.ts'
import type { Finding, Reason, SocialVerifier, SocialVerifiers } from '../providers/social.ts'
import { accountOf } from './linking.ts'
import { dropToken, tokenOf } from './tokens.ts'
import { countAccount, isUsedElsewhere } from './uses.ts'

type Asked = Parameters<SocialVerifier>[0]

/** Verifiers for the sites that are set up. */
export const verifiersOf = (ctx: Context): SocialVerifiers =>
  Object.fromEntries(
    socialSites
      .filter((site) => ctx.sites[site])
      .map((site) => [taskOfSite[site], (asked: Asked) => look(ctx, site, asked)]),
  )

const isNot = (kind: Reason['kind'], again?: number): Finding => ({
  done: false,
  why: { kind, values: {} },
  ...(again !== undefined && { again }),
})

/** What a task is about where no operator has said: our own pages there. */
const usual = { x: brand.microblog, discord: brand.chat }
const undone = { x: 'not-following', discord: 'not-joined' } as const

/** Looks on another site for a user. Without a link there is nothing to wait for: it can be tried again at once. */
async function look(ctx: Context, site: SocialSite, { userId, taskId, link }: Asked): Promise<Finding> {
  const of = { userId, site }
  const account = await accountOf(ctx.db, of)
  const now = ctx.clock.now()
  if (!account) return isNot('not-connected', now)
  const { subject } = account
  if (await isUsedElsewhere(ctx, { ...of, subject })) return isNot('used-elsewhere')
  const token = await tokenOf(ctx, of)
  if (token === undefined) return isNot('connect-again', now)
  const missing = await ask(ctx, { ...of, token, link: link ?? usual[site] })
  if (missing) return missing
  if (!(await countAccount(ctx, { ...of, subject }))) return isNot('used-elsewhere')
  if (!(await ctx.socialTasks.isAwaited(ctx.db, { userId, kind: taskOfSite[site], now, but: taskId })))
    await dropToken(ctx, of)
  return { done: true }
}

/** Undefined where the task is done; a site that answers nobody for a while says itself when to try again. */
async function ask(
  ctx: Context,
  of: { site: SocialSite; userId: string; token: string; link: string },
): Promise<Finding | undefined> {
  const there = ctx.sites[of.site]
  if (!there) throw new Error(`${of.site} is not set up any more`)
  try {
    return (await there.isDone(of.token, of.link)) ? undefined : isNot(undone[of.site])
  } catch (error) {
    if (!(error instanceof SiteError)) throw error
    const now = ctx.clock.now()
    if (error.fault === 'busy') return isNot('busy', now + error.retrySeconds * 1000)
    if (error.fault !== 'token-gone') throw error
    await dropToken(ctx, of)
    return isNot('connect-again', now)
  }
}
