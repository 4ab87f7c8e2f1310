import { sql } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { rateOn } from './mined-work.ts'
import { earned } from './rules.ts'

/** Earnings of a device on a day; `amount` in smallest units of the coin. */
export interface Earned {
  userId: string
  deviceId: string
  coin: Coin
  work: bigint
  amount: bigint
}

/** A batch of users by id, above `after` and up to `upTo`, on a day or a later part of it. */
export interface Batch {
  day: string
  part: number
  after: string
  upTo: string
}

/** Uncredited earnings of each device of a batch on a day, by coin, at the rates of that day. */
export async function uncredited(db: Database, of: Batch): Promise<Earned[]> {
  const from = new Date(startOf(of.day))
  const to = new Date(startOf(dayAfter(of.day)))
  // Lateral, so that the hours of each device are found by index, whatever the planner estimates for a batch.
  const { rows } = await sql<{ user_id: string; device_id: string; coin: Coin; work: bigint; per_tera: bigint }>`
    select user_id, devices.id as device_id, projects.coin, mined.work, coalesce(rate.per_tera, 0) as per_tera
    from devices
    cross join lateral (
      select project, sum(work) as work from device_hours
      where device_id = devices.id and hour >= ${from} and hour < ${to} and work > 0 group by project
    ) as mined
    join projects using (project)
    left join lateral (${rateOn(sql`${of.day}`)}) as rate on true
    where user_id > ${of.after} and user_id <= ${of.upTo}
    order by user_id, devices.id, projects.coin, projects.project`.execute(db)
  const found = new Map<string, Earned>()
  for (const row of rows) {
    const key = `${row.device_id}/${row.coin}`
    const one = found.get(key) ?? { userId: row.user_id, deviceId: row.device_id, coin: row.coin, work: 0n, amount: 0n }
    one.work += row.work
    one.amount += earned(row.work, row.per_tera)
    found.set(key, one)
  }
  if (of.part > 0) await subtractCredited(db, found, of)
  return [...found.values()].filter(({ work, amount }) => work > 0n && amount > 0n)
}

/** Subtracts what earlier parts of the day credited. */
async function subtractCredited(db: Database, found: Map<string, Earned>, { day, after, upTo }: Batch): Promise<void> {
  const paid = await db
    .selectFrom('earnings')
    .select(['source_id', 'coin', 'work', 'amount'])
    .where('day', '=', day)
    .where('type', '=', 'pc')
    .where('user_id', '>', after)
    .where('user_id', '<=', upTo)
    .execute()
  for (const { source_id, coin, work, amount } of paid) {
    const one = found.get(`${source_id}/${coin}`)
    if (!one) continue
    one.work -= work
    one.amount -= amount
  }
}
