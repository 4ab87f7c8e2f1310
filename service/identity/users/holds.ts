import { HOLD_AFTER_CREDENTIALS_MS } from '#lib/rules/withdrawals.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { lockWithdrawals } from './changes.ts'

/**
 * Makes withdrawals wait after a change of a password or of another way in: those to come, and those that are pending. A time that is set
 * already is never brought forward. Returns until when they wait; belongs to the transaction of the change.
 */
export async function holdForCredentials(
  { holdings }: Pick<Context, 'holdings'>,
  db: Database,
  { userId, now, forMs = HOLD_AFTER_CREDENTIALS_MS }: { userId: string; now: number; forMs?: number },
): Promise<Date> {
  const until = await lockWithdrawals(db, userId, new Date(now + forMs))
  await holdings.holdPending(db, { userId, until })
  return until
}
