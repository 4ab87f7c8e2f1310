import { sql } from 'kysely'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'

/** Whether to suggest a second factor: there is money, only a password protects it, and the owner has not declined. */
export async function isPromptDue({ db, holdings }: Context, userId: string): Promise<boolean> {
  if (!(await holdings.hasMoney(db, userId))) return false
  const { rows } = await sql`
    select where
      not exists (select from passkeys where user_id = ${userId})
      and not exists (select from second_factors where user_id = ${userId} and since is not null)
      and not exists (select from protect_refusals where user_id = ${userId})`.execute(db)
  return rows.length > 0
}

export async function declinePrompt(db: Database, userId: string, now: number): Promise<void> {
  await db
    .insertInto('protect_refusals')
    .values({ user_id: userId, at: new Date(now) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}
