import { sql } from 'kysely'
import { type Coin, fromUnits } from '#lib/money/coins.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { notifyAll } from '../notify/notify.ts'

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
  // Batch by batch in the order of the users, so that nobody is looked at twice.
  let after = ''
  let users: string[]
  do {
    users = await ctx.db.transaction().execute((db) => notifyBatch(db, { day: last.day, now, after }))
    after = users.at(-1) ?? after
  } while (users.length === BATCH)
}

const sourceOf = (day: string) => `settlement/${day}`

async function notifyBatch(
  db: Database,
  { day, now, after }: { day: string; now: number; after: string },
): Promise<string[]> {
  const { rows: users } = await sql<{ user_id: string }>`
    select distinct choice.user_id from alert_choices as choice
    where event = 'settlement' and is_on and choice.user_id > ${after}
      and exists (select from earnings where earnings.user_id = choice.user_id and day = ${day})
      and not exists (select from user_messages as message
        where message.user_id = choice.user_id and source = ${sourceOf(day)})
    order by choice.user_id limit ${BATCH}`.execute(db)
  const ids = users.map((row) => row.user_id)
  if (ids.length === 0) return []
  const { rows } = await sql<Figure>`
    select user_id, coin, sum(amount) as amount from earnings
    where day = ${day} and user_id in (${sql.join(ids)})
    group by user_id, coin order by user_id, coin`.execute(db)
  const news = [...Map.groupBy(rows, (row) => row.user_id)].map(([userId, figures]) => {
    const amounts = figures.map(({ coin, amount }) => `${fromUnits(amount, coin)} ${coin}`).join('\n')
    return { userId, source: sourceOf(day), kind: 'settled' as const, values: { day, amounts }, at: now }
  })
  await notifyAll(db, news)
  return ids
}
