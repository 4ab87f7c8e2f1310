import type { Database } from '#service/platform/db/open.ts'
import { hashToken, newToken } from '#service/platform/ids.ts'

/** Creates or replaces the link of a user. The secret is returned only here, because the database holds its hash. */
export async function makeLink(db: Database, userId: string, now: number): Promise<string> {
  const secret = newToken()
  const link = { secret_hash: hashToken(secret), made_at: new Date(now) }
  await db
    .insertInto('watch_links')
    .values({ user_id: userId, ...link })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(link))
    .execute()
  return secret
}

export async function linkSince(db: Database, userId: string): Promise<Date | null> {
  const row = await db.selectFrom('watch_links').select('made_at').where('user_id', '=', userId).executeTakeFirst()
  return row?.made_at ?? null
}

export async function revokeLink(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('watch_links').where('user_id', '=', userId).execute()
}

/** The user of a link's secret; undefined when the link does not exist or was revoked. */
export async function ownerOf(db: Database, secret: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('watch_links')
    .select('user_id')
    .where('secret_hash', '=', hashToken(secret))
    .executeTakeFirst()
  return row?.user_id
}
