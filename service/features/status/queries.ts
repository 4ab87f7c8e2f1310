import type { Status } from '#lib/contract/status.ts'
import { unixSeconds } from '../../clock.ts'
import type { Database } from '../../db/open.ts'

/** The newest UTC day whose settlement has ended, or null before there is one. */
export async function lastSettlement(db: Database): Promise<Status['lastSettlement']> {
  const row = await db
    .selectFrom('settlements')
    .select(['day', 'ended_at'])
    .where('ended_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.ended_at ? { day: row.day, settledAt: unixSeconds(row.ended_at) } : null
}
