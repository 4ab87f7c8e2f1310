import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'

/** The last language of a user's pages. */
export async function langOf({ db }: Context, userId: string): Promise<Lang> {
  const row = await db.selectFrom('alert_settings').select('lang').where('user_id', '=', userId).executeTakeFirst()
  return row?.lang ?? 'en'
}

/** Saves the language of a user's pages, in which alerts are written. */
export async function saveLanguage(db: Database, userId: string, lang: Lang): Promise<void> {
  await db
    .insertInto('alert_settings')
    .values({ user_id: userId, lang, quiet_from: null, quiet_to: null, digest_at: null })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ lang }))
    .execute()
}
