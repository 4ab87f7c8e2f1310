import { HOLD_AFTER_CREDENTIALS_MS } from '#lib/rules/withdrawals.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { lockWithdrawals } from './changes.ts'

/**
 * Holds pending and future withdrawals after a change of a password or another sign-in method. An existing later time stays.
 * Returns until when they are held; call it in the transaction of the change.
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
