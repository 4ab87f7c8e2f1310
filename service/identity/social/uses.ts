import { createHmac } from 'node:crypto'
import type { SocialSite } from '#lib/rules/social.ts'
import type { Context } from '#service/platform/context.ts'

/** An account on another site counts for one user here for ever: unlinking it does not free it for another user. */

const hashOf = ({ pepper }: Context, site: SocialSite, subject: string): string =>
  createHmac('sha256', pepper).update(`social ${site} ${subject}`).digest('hex')

interface SocialAccount {
  userId: string
  site: SocialSite
  subject: string
}

/** Whether it counts for another user. */
export async function isUsedByAnother(ctx: Context, { userId, site, subject }: SocialAccount): Promise<boolean> {
  const row = await ctx.db
    .selectFrom('social_uses')
    .select('user_id')
    .where('account_hash', '=', hashOf(ctx, site, subject))
    .executeTakeFirst()
  return row !== undefined && row.user_id !== userId
}

/** Counts it for a user, before anything is paid; false when another user was first. */
export async function countAccount(ctx: Context, of: SocialAccount): Promise<boolean> {
  await ctx.db
    .insertInto('social_uses')
    .values({
      account_hash: hashOf(ctx, of.site, of.subject),
      user_id: of.userId,
      used_at: new Date(ctx.clock.now()),
    })
    .onConflict((conflict) => conflict.column('account_hash').doNothing())
    .execute()
  return !(await isUsedByAnother(ctx, of))
}
