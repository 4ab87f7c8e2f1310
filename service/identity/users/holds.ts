import { sql } from 'kysely'
import { HOLD_AFTER_CREDENTIALS_MS } from '#lib/rules/withdrawals.ts'
import type { Database } from '#service/platform/db/open.ts'

/**
 * Holds pending and future withdrawals after a change of a password or another sign-in method. An existing later time stays.
 * Returns until when they are held; call it in the transaction of the change.
 */
export async function holdForCredentials(
  db: Database,
  userId: string,
  now: number,
  forMs = HOLD_AFTER_CREDENTIALS_MS,
): Promise<Date> {
  const requested = new Date(now + forMs)
  const { until } = await db
    .updateTable('users')
    .set({ withdrawals_locked_until: sql<Date>`greatest(withdrawals_locked_until, ${requested}::timestamptz)` })
    .where('id', '=', userId)
    .returning('withdrawals_locked_until as until')
    .executeTakeFirstOrThrow()
  const heldUntil = until ?? requested
  await db
    .updateTable('withdrawals')
    .set({ credentials_held_until: heldUntil })
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .execute()
  return heldUntil
}
