import { SOCIAL_TOKEN_KEPT_MS, type SocialSite, socialSites, taskOfSite } from '#lib/rules/social.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { decrypt, encrypt } from '#service/platform/encryption.ts'
import type { Grant } from '../providers/sites/site.ts'

interface TokenOwner {
  userId: string
  site: SocialSite
}

const purposeOf = ({ userId, site }: TokenOwner): string => `social token ${site} ${userId}`

/** Saves the token, encrypted, while a task needs it. */
export async function saveToken(
  ctx: Context,
  db: Database,
  { grant, ...of }: TokenOwner & { grant: Grant },
): Promise<void> {
  const encrypted = encrypt(grant.token, ctx.pepper, purposeOf(of))
  const expires_at = new Date(ctx.clock.now() + Math.min(grant.seconds * 1000, SOCIAL_TOKEN_KEPT_MS))
  await db
    .insertInto('social_tokens')
    .values({ user_id: of.userId, provider: of.site, box: encrypted, expires_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'provider']).doUpdateSet({ box: encrypted, expires_at }))
    .execute()
}

/** The decrypted token; undefined when there is none or it has expired. */
export async function tokenOf(ctx: Context, of: TokenOwner): Promise<string | undefined> {
  const row = await ctx.db
    .selectFrom('social_tokens')
    .select('box')
    .where('user_id', '=', of.userId)
    .where('provider', '=', of.site)
    .where('expires_at', '>', new Date(ctx.clock.now()))
    .executeTakeFirst()
  return row && decrypt(row.box, ctx.pepper, purposeOf(of))
}

/** Deletes the token, and revokes it at the site if possible. */
export async function dropToken(ctx: Context, of: TokenOwner): Promise<void> {
  const row = await ctx.db
    .deleteFrom('social_tokens')
    .where('user_id', '=', of.userId)
    .where('provider', '=', of.site)
    .returning('box')
    .executeTakeFirst()
  if (row) revokeToken(ctx, of.site, decrypt(row.box, ctx.pepper, purposeOf(of)))
}

/** Revokes a token at its site in the background; a token that cannot be revoked expires by itself. */
export function revokeToken(ctx: Context, site: SocialSite, token: string): void {
  ctx.sites[site]
    ?.revoke(token)
    .catch((error: unknown) => ctx.log.info({ err: error, site }, 'a token could not be revoked at its site'))
}

const BATCH = 100

/** Deletes tokens that have expired or that no task needs. */
export async function deleteUnneededTokens(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  for (const site of socialSites) {
    const rows = await ctx.db
      .selectFrom('social_tokens')
      .select(['user_id', 'expires_at'])
      .where('provider', '=', site)
      .orderBy('expires_at')
      .limit(BATCH)
      .execute()
    for (const { user_id: userId, expires_at } of rows) {
      const isNeeded =
        expires_at.getTime() > now && (await ctx.socialTasks.isPending(ctx.db, { userId, kind: taskOfSite[site], now }))
      if (!isNeeded) await dropToken(ctx, { userId, site })
    }
  }
}
