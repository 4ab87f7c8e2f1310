import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { hasPasskeys } from '../passkeys/manage-passkeys.ts'
import { hasFactor } from '../sign-in/factors.ts'

/** Whether to suggest a second factor: there is money, only a password protects it, and the owner has not declined. */
export async function isPromptDue({ db, holdings }: Context, userId: string): Promise<boolean> {
  if (!(await holdings.hasMoney(db, userId))) return false
  if ((await hasPasskeys(db, userId)) || (await hasFactor(db, userId))) return false
  const refused = await db.selectFrom('protect_refusals').select('at').where('user_id', '=', userId).executeTakeFirst()
  return refused === undefined
}

export async function declinePrompt(db: Database, userId: string, now: number): Promise<void> {
  await db
    .insertInto('protect_refusals')
    .values({ user_id: userId, at: new Date(now) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}
