import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { hasPasskeys } from '../passkeys/keeping.ts'
import { hasFactor } from '../sign-in/factors.ts'

/** There is money, nothing but a password guards it, and its owner was not asked before, or has not answered. */
export async function isPromptDue({ db, holdings }: Context, userId: string): Promise<boolean> {
  if (!(await holdings.hasMoney(db, userId))) return false
  if ((await hasPasskeys(db, userId)) || (await hasFactor(db, userId))) return false
  const refused = await db.selectFrom('protect_refusals').select('at').where('user_id', '=', userId).executeTakeFirst()
  return refused === undefined
}

export async function refusePrompt(db: Database, userId: string, now: number): Promise<void> {
  await db
    .insertInto('protect_refusals')
    .values({ user_id: userId, at: new Date(now) })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute()
}
