import type { Status } from '#lib/contract/status.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'

/** The last settled UTC day, or null before there is one. */
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

/** Credited payouts since 00:00 UTC, by coin, as they arrive in the users' wallets. */
export async function payoutsSince(db: Database, dayStart: number): Promise<Status['payoutsToday']> {
  const rows = await db
    .selectFrom('payouts')
    .select((expression) => ['coin', expression.fn.sum<bigint>('amount').as('amount')])
    .where('confirmed_at', '>=', new Date(dayStart))
    .groupBy('coin')
    .orderBy('coin')
    .execute()
  return rows.map(({ coin, amount }) => ({ coin, amount: fromUnits(amount, coin) }))
}
