import { sql } from 'kysely'
import { type EarningTypeName, earningType } from '#lib/contract/earnings.ts'
import type { Coin } from '#lib/money/coins.ts'
import type { Database } from '#service/platform/db/open.ts'
import { ofUser } from '../ledger/accounts.ts'
import { lockHead, post, type Transfer } from '../ledger/post.ts'

/** Days of users in one transaction. */
const BATCH = 500

/** Operation key that releases a user's earnings of a coin on a day, or on a later part of it. */
export const releaseOperation = (of: {
  day: string
  userId: string
  coin: Coin
  type: EarningTypeName
  part: number
}): string => `release/${of.day}/${of.userId}/${of.coin}/${earningType[of.type]}${of.part > 0 ? `/${of.part}` : ''}`

/** Releases all earnings that are due, or those of one user. Safe to run twice and by several nodes at once. */
export async function releaseDue(db: Database, of: { now: number; userId?: string }): Promise<void> {
  while ((await db.transaction().execute((transaction) => releaseBatch(transaction, of))) === BATCH) {}
}

/** Releases the due earnings of one user. Does not wait for the ledger where there are none. */
export async function releaseDueOf(db: Database, userId: string, now: number): Promise<void> {
  const due = await db
    .selectFrom('earnings')
    .select('id')
    .where('released_at', 'is', null)
    .where('release_at', '<=', new Date(now))
    .where('user_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  if (due) await releaseDue(db, { userId, now })
}

/** Releases whole days of users, because a transfer covers a user's whole day. */
async function releaseBatch(db: Database, { now, userId }: { now: number; userId?: string }): Promise<number> {
  // Only the holder of the ledger head may release, so that two processes never take the same rows.
  await lockHead(db)
  const at = new Date(now)
  // In the order of the index, so that only due rows are read.
  const days = await db
    .selectFrom('earnings')
    .select(['release_at', 'user_id', 'day'])
    .where('released_at', 'is', null)
    .where('release_at', '<=', at)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .groupBy(['release_at', 'user_id', 'day'])
    .orderBy('release_at')
    .orderBy('user_id')
    .limit(BATCH)
    .execute()
  if (days.length === 0) return 0
  const { rows } = await sql<Freed>`
    with freed as (
      update earnings set released_at = ${at}
      from unnest(${days.map(({ user_id }) => user_id)}::text[], ${days.map(({ day }) => day)}::date[]) as due (user_id, day)
      where earnings.user_id = due.user_id and earnings.day = due.day and released_at is null and release_at <= ${at}
      returning earnings.day, earnings.user_id, coin, type, part, amount
    )
    select day, user_id, coin, type, part, sum(amount) as amount from freed
    group by day, user_id, coin, type, part order by day, user_id, coin, type, part`.execute(db)
  await post(db, rows.map(transferOf), now)
  return days.length
}

interface Freed {
  day: string
  user_id: string
  coin: Coin
  type: EarningTypeName
  part: number
  amount: bigint
}

function transferOf(row: Freed): Transfer {
  const { user_id: userId, coin, amount } = row
  return {
    operation: releaseOperation({ ...row, userId }),
    kind: 'release',
    entries: [
      { account: ofUser(userId, coin, 'frozen'), amount: -amount },
      { account: ofUser(userId, coin, 'available'), amount },
    ],
  }
}
