import type { SocialAccountState } from '#lib/contract/social.ts'
import { type SocialSite, siteNames, taskOfSite } from '#lib/rules/social.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import { addIdentity, identityOf, removeIdentity, setLabel } from '../providers/identities.ts'
import type { Visitor } from '../sign-in/sign-in.ts'
import { noteEvent } from '../users/events.ts'
import { lockUser } from '../users/queries.ts'
import { type AuthorizedAccount, ownerByCode } from './oauth.ts'
import { dropToken, revokeToken, saveToken, tokenOf } from './tokens.ts'

export const accountOf = (db: Database, { userId, site }: { userId: string; site: SocialSite }) =>
  identityOf(db, { userId, provider: site })

/** The linked accounts of a user. `isStale` means that a pending task needs a new token. */
export async function socialStateOf(ctx: Context, userId: string): Promise<Record<SocialSite, SocialAccountState>> {
  const stateOf = async (site: SocialSite) => {
    const of = { userId, site }
    const isSetUp = ctx.sites[site] !== undefined
    const row = await accountOf(ctx.db, of)
    if (!row) return { isSetUp, linked: null }
    const isTaskPending =
      isSetUp && (await ctx.socialTasks.isPending(ctx.db, { userId, kind: taskOfSite[site], now: ctx.clock.now() }))
    const isStale = isTaskPending && (await tokenOf(ctx, of)) === undefined
    return { isSetUp, linked: { label: row.label, at: unixSeconds(row.linked_at), isStale } }
  }
  return { x: await stateOf('x'), discord: await stateOf('discord') }
}

interface LinkRequest {
  site: SocialSite
  answer: { code: string; state: string }
  session: Session
  visitor: Visitor
}

/** Links the account of an authorization code. The token is kept only while a task needs it. */
export async function linkByCode(ctx: Context, request: LinkRequest): Promise<{ label: string; at: number }> {
  const { site, session } = request
  const account = await ownerByCode(ctx, request)
  const { userId } = session
  const now = ctx.clock.now()
  let isTokenSaved = false
  try {
    return await ctx.db.transaction().execute(async (db) => {
      const at = await saveLink(db, request, { account, now })
      const kind = taskOfSite[site]
      isTokenSaved = await ctx.socialTasks.isPending(db, { userId, kind, now })
      if (isTokenSaved) await saveToken(ctx, db, { userId, site, grant: account.grant })
      await ctx.socialTasks.retryVerification(db, { userId, kind, now })
      return { label: account.owner.label, at }
    })
  } catch (error) {
    isTokenSaved = false
    throw error
  } finally {
    if (!isTokenSaved) revokeToken(ctx, site, account.grant.token)
  }
}

/**
 * Links one account there with one user here, and no other. Linking the same account again updates its name. Returns since when
 * it is linked.
 */
async function saveLink(
  db: Database,
  { site, session, visitor }: LinkRequest,
  { account, now }: { account: AuthorizedAccount; now: number },
): Promise<number> {
  const { userId } = session
  const { subject, label } = account.owner
  const data = { site: siteNames[site] }
  await lockUser(db, userId)
  const known = await accountOf(db, { userId, site })
  if (known && known.subject !== subject) throw new RefusalError('SOCIAL_SET', { ...data, label: known.label })
  if (known) {
    await setLabel(db, { provider: site, subject, label })
    return unixSeconds(known.linked_at)
  }
  const row = { provider: site, subject, user_id: userId, label, linked_at: new Date(now) }
  if (!(await addIdentity(db, row))) throw new RefusalError('SOCIAL_TAKEN', data)
  await noteEvent(db, { userId, kind: 'social-linked', detail: `${data.site} ${label}`, now, visitor })
  return unixSeconds(now)
}

/** Deletes the link and its token. Refuses with SOCIAL_NOT_LINKED. */
export async function unlinkSocial(
  ctx: Context,
  { site, userId, visitor }: { site: SocialSite; userId: string; visitor: Visitor },
): Promise<void> {
  const data = { site: siteNames[site] }
  await dropToken(ctx, { userId, site })
  await ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const label = await removeIdentity(db, { userId, provider: site })
    if (label === undefined) throw new RefusalError('SOCIAL_NOT_LINKED', data)
    const detail = `${data.site} ${label}`
    await noteEvent(db, { userId, kind: 'social-unlinked', detail, now: ctx.clock.now(), visitor })
  })
}
