import { sql } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'
import { outputOf } from '#lib/rules/plans.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import type { OrderOutput } from '#service/money/earnings/contributions.ts'
import type { Database } from '#service/platform/db/open.ts'

interface Ran {
  id: string
  user_id: string
  coin: Coin
  hashrate: bigint
  ms: bigint
  down_seconds: bigint
  rate: bigint
}

/** A batch of users by id, above `after` and up to `upTo`. */
interface Batch {
  after: string
  upTo: string
}
type Users = Batch | { userId: string }

const isOf = (users: Users) =>
  'userId' in users ? sql`user_id = ${users.userId}` : sql`user_id > ${users.after} and user_id <= ${users.upTo}`

/** Orders of some users that ran on a day, up to a moment of it: hash rate, duration, downtime of the farm, and the rate of that day. */
async function ranOn(db: Database, users: Users, { day, until }: { day: string; until?: number }): Promise<Ran[]> {
  const from = new Date(startOf(day))
  const to = new Date(Math.min(startOf(dayAfter(day)), until ?? Number.POSITIVE_INFINITY))
  const { rows } = await sql<Ran>`
    select orders.id, user_id, orders.coin, hashrate::numeric * quantity as hashrate,
      trunc(extract(epoch from least(ends_at, ${to}) - greatest(runs_from, ${from})) * 1000) as ms,
      coalesce(down_seconds, 0)::numeric as down_seconds, coalesce(held.per_mega, 0) as rate
    from orders
    left join farm_days on farm_days.farm = orders.farm and day = ${day}
    left join lateral (
      select per_mega from cloud_rates where cloud_rates.coin = orders.coin and from_day <= ${day}
      order by from_day desc limit 1
    ) as held on true
    where status = 'success' and ${isOf(users)} and ends_at > ${from} and greatest(runs_from, ${from}) < ${to}
    order by user_id, orders.id`.execute(db)
  return rows
}

function outputOfRan({ id, user_id, coin, hashrate, ms, down_seconds, rate }: Ran): OrderOutput {
  const work = (hashrate * ms * (86_400n - down_seconds)) / 86_400_000_000n
  const amount = outputOf({ hashrate, rate, ms, downSeconds: down_seconds })
  return { userId: user_id, orderId: id, coin, work: work > 0n ? work : 1n, amount }
}

/** Output of the orders of a batch of users on a finished day, less what earlier parts of its settlement credited. */
export async function uncreditedOrders(
  db: Database,
  of: Batch & { day: string; part: number },
): Promise<OrderOutput[]> {
  // Blocks changes of downtime until the settlement of this batch is committed.
  await sql`select farm from farms order by farm for share`.execute(db)
  const all = (await ranOn(db, { after: of.after, upTo: of.upTo }, of)).map(outputOfRan)
  if (of.part > 0) await subtractCredited(db, all, of)
  return all.filter(({ work, amount }) => work > 0n && amount > 0n)
}

/** Estimated output of a user's orders by day, from `from` up to `now` (Unix milliseconds). */
export async function ordersSince(
  db: Database,
  { userId, from, now }: { userId: string; from: string; now: number },
): Promise<{ coin: Coin; day: string; amount: bigint }[]> {
  const all = []
  for (let day = from; startOf(day) < now; day = dayAfter(day))
    for (const ran of await ranOn(db, { userId }, { day, until: now })) all.push({ ...outputOfRan(ran), day })
  return all
}

/** Subtracts what earlier parts of the day credited. */
async function subtractCredited(db: Database, all: readonly OrderOutput[], of: Batch & { day: string }): Promise<void> {
  const paid = await db
    .selectFrom('earnings')
    .select(['source_id', 'work', 'amount'])
    .where('day', '=', of.day)
    .where('type', '=', 'cloud')
    .where('user_id', '>', of.after)
    .where('user_id', '<=', of.upTo)
    .execute()
  const byOrder = new Map(all.map((one) => [one.orderId, one]))
  for (const { source_id, work, amount } of paid) {
    const one = byOrder.get(source_id)
    if (!one) continue
    one.work -= work
    one.amount -= amount
  }
}
