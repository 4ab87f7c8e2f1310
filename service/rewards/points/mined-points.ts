import { sql } from 'kysely'
import { minedPoints } from '#lib/rules/points.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import type { Batch } from '#service/money/earnings/uncredited.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type Award, awardPoints } from './award.ts'
import { pointRateOn } from './rates.ts'

const operationOf = (userId: string, { day, part }: Batch): string =>
  `points/mining/${day}/${userId}${part > 0 ? `/${part}` : ''}`

/** Credits points for the work of a batch of users on a day, at its rate, less what earlier parts of the day credited. */
export async function awardMined(db: Database, of: Batch, now: number): Promise<void> {
  const { perTera } = await pointRateOn(db, of.day)
  if (perTera === 0n) return
  const mined = await minedWork(db, of)
  const credited = of.part > 0 ? await creditedFor(db, of) : new Map<string, bigint>()
  const awards = [...mined].map(([userId, work]): Award => {
    const amount = minedPoints(work, perTera) - (credited.get(userId) ?? 0n)
    const why = { kind: 'mined', values: { day: of.day } } as const
    return { userId, source: 'mining', amount, operation: operationOf(userId, of), why, day: of.day }
  })
  await awardPoints(
    db,
    awards.filter(({ amount }) => amount > 0n),
    now,
  )
}

async function minedWork(db: Database, { day, after, upTo }: Batch): Promise<Map<string, bigint>> {
  const from = new Date(startOf(day))
  const to = new Date(startOf(dayAfter(day)))
  // Lateral, so that the hours of each device are found by index, whatever the planner estimates for a batch.
  const { rows } = await sql<{ user_id: string; work: bigint }>`
    select user_id, sum(mined.work) as work
    from devices
    cross join lateral (
      select sum(work) as work from device_hours
      where device_id = devices.id and hour >= ${from} and hour < ${to} and work > 0
    ) as mined
    where user_id > ${after} and user_id <= ${upTo} and mined.work > 0
    group by user_id order by user_id`.execute(db)
  return new Map(rows.map(({ user_id, work }) => [user_id, work]))
}

async function creditedFor(db: Database, { day, after, upTo }: Batch): Promise<Map<string, bigint>> {
  const rows = await db
    .selectFrom('points')
    .select(({ fn }) => ['user_id', fn.sum<bigint>('amount').as('amount')])
    .where('source', '=', 'mining')
    .where('day', '=', day)
    .where('user_id', '>', after)
    .where('user_id', '<=', upTo)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, amount }) => [user_id, amount]))
}
