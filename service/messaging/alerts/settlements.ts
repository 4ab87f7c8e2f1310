import { sql } from 'kysely'
import { type Coin, fromUnits } from '#lib/money/coins.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { notify } from '../notify/notify.ts'

const BATCH = 200
/** Settlements that ended before this time send no alerts. */
const NEWS_MS = 2 * 86_400_000

interface Figure {
  user_id: string
  coin: Coin
  amount: bigint
}

/** Notifies users who asked for it of their earnings of the last settled day, each once. */
export async function notifySettlements(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  const last = await ctx.db
    .selectFrom('settlements')
    .select('day')
    .where('ended_at', '>', new Date(now - NEWS_MS))
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last) return
  while ((await ctx.db.transaction().execute((db) => notifyBatch(db, last.day, now))) === BATCH) {}
}

const sourceOf = (day: string) => `settlement/${day}`

async function notifyBatch(db: Database, day: string, now: number): Promise<number> {
  const { rows: users } = await sql<{ user_id: string }>`
    select distinct choice.user_id from alert_choices as choice
    where event = 'settlement' and is_on
      and exists (select from earnings where earnings.user_id = choice.user_id and day = ${day})
      and not exists (select from user_messages as message
        where message.user_id = choice.user_id and source = ${sourceOf(day)})
    order by choice.user_id limit ${BATCH}`.execute(db)
  const ids = users.map((row) => row.user_id)
  if (ids.length === 0) return 0
  const { rows } = await sql<Figure>`
    select user_id, coin, sum(amount) as amount from earnings
    where day = ${day} and user_id in (${sql.join(ids)})
    group by user_id, coin order by user_id, coin`.execute(db)
  for (const [userId, figures] of Map.groupBy(rows, (row) => row.user_id)) {
    const amounts = figures.map(({ coin, amount }) => `${fromUnits(amount, coin)} ${coin}`).join('\n')
    const values = { day, amounts }
    await notify(db, { userId, source: sourceOf(day), kind: 'settled', values, at: now })
  }
  return ids.length
}
