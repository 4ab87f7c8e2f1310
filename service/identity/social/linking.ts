import type { SocialStanding } from '#lib/contract/social.ts'
import { type SocialSite, siteNames, taskOfSite } from '#lib/rules/social.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { Refusal } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import { addIdentity, identityOf, removeIdentity, setLabel } from '../providers/identities.ts'
import type { Visitor } from '../sign-in/entering.ts'
import { noteEvent } from '../users/events.ts'
import { lockUser } from '../users/queries.ts'
import { type Came, ownerByCode } from './asking.ts'
import { dropToken, giveBack, keepToken, tokenOf } from './tokens.ts'

export const accountOf = (db: Database, { userId, site }: { userId: string; site: SocialSite }) =>
  identityOf(db, { userId, provider: site })

export async function infoOf(ctx: Context, userId: string): Promise<Record<SocialSite, SocialStanding>> {
  const standing = async (site: SocialSite) => {
    const of = { userId, site }
    const isSetUp = ctx.sites[site] !== undefined
    const row = await accountOf(ctx.db, of)
    if (!row) return { isSetUp, linked: null }
    const isAsked =
      isSetUp && (await ctx.socialTasks.isAwaited(ctx.db, { userId, kind: taskOfSite[site], now: ctx.clock.now() }))
    const isStale = isAsked && (await tokenOf(ctx, of)) === undefined
    return { isSetUp, linked: { label: row.label, at: unixSeconds(row.linked_at), isStale } }
  }
  return { x: await standing('x'), discord: await standing('discord') }
}

interface Asked {
  site: SocialSite
  answer: { code: string; state: string }
  session: Session
  visitor: Visitor
}

/** Links the account that gave a code. The right to look is kept only where a task waits for it. */
export async function linkByCode(ctx: Context, asked: Asked): Promise<{ label: string; at: number }> {
  const { site, session } = asked
  const came = await ownerByCode(ctx, asked)
  const { userId } = session
  const now = ctx.clock.now()
  let isKept = false
  try {
    return await ctx.db.transaction().execute(async (db) => {
      const at = await link(db, asked, { came, now })
      const kind = taskOfSite[site]
      isKept = await ctx.socialTasks.isAwaited(db, { userId, kind, now })
      if (isKept) await keepToken(ctx, db, { userId, site, grant: came.grant })
      await ctx.socialTasks.letVerify(db, { userId, kind, now })
      return { label: came.owner.label, at }
    })
  } catch (error) {
    isKept = false
    throw error
  } finally {
    if (!isKept) giveBack(ctx, site, came.grant.token)
  }
}

/** One account there for one user here, and the other way about; the same one again says so once more. Gives since when. */
async function link(
  db: Database,
  { site, session, visitor }: Asked,
  { came, now }: { came: Came; now: number },
): Promise<number> {
  const { userId } = session
  const { subject, label } = came.owner
  const data = { site: siteNames[site] }
  await lockUser(db, userId)
  const known = await accountOf(db, { userId, site })
  if (known && known.subject !== subject) throw new Refusal('SOCIAL_SET', { ...data, label: known.label })
  if (known) {
    await setLabel(db, { provider: site, subject, label })
    return unixSeconds(known.linked_at)
  }
  const row = { provider: site, subject, user_id: userId, label, linked_at: new Date(now) }
  if (!(await addIdentity(db, row))) throw new Refusal('SOCIAL_TAKEN', data)
  await noteEvent(db, { userId, kind: 'social-linked', detail: `${data.site} ${label}`, now, visitor })
  return unixSeconds(now)
}

export async function unlink(
  ctx: Context,
  { site, userId, visitor }: { site: SocialSite; userId: string; visitor: Visitor },
): Promise<void> {
  const data = { site: siteNames[site] }
  await dropToken(ctx, { userId, site })
  await ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    const label = await removeIdentity(db, { userId, provider: site })
    if (label === undefined) throw new Refusal('SOCIAL_NOT_LINKED', data)
    const detail = `${data.site} ${label}`
    await noteEvent(db, { userId, kind: 'social-unlinked', detail, now: ctx.clock.now(), visitor })
  })
}
