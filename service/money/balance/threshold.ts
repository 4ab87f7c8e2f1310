import { lockUser } from '#service/identity/users/queries.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { balanceUnits, notifyWhenLow } from './pay-from-balance.ts'

/** Sets or removes (null) the threshold of the low-balance notification; a balance below it is notified at once. */
export const setThreshold = (
  ctx: Context,
  { userId, threshold }: { userId: string; threshold: bigint | null },
): Promise<void> =>
  ctx.db.transaction().execute(async (db) => {
    await lockUser(db, userId)
    await db.deleteFrom('balance_alerts').where('user_id', '=', userId).execute()
    if (threshold === null) return
    await db.insertInto('balance_alerts').values({ user_id: userId, threshold }).execute()
    await notifyWhenLow(db, { userId, left: await balanceUnits(db, userId), now: ctx.clock.now() })
  })

/** Returns which of these users want a notification of a low balance. */
export async function usersWithThreshold(db: Database, userIds: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('balance_alerts').select('user_id').where('user_id', 'in', userIds).execute()
  return rows.map((row) => row.user_id)
}
