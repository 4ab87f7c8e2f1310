import { sql } from 'kysely'
import { dayAfter, startOf } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { publish } from '#service/platform/live/publish.ts'
import { isPaid } from './row.ts'
import { runSchedule } from './schedule.ts'
import { downtimeOf } from './steps.ts'

interface Downtime {
  farm: string
  day: string
  downSeconds: number
  now: number
}

/**
 * Sets the downtime of a farm on a UTC day and extends the orders that run there. Returns the number of orders, or undefined without
 * a change when the settlement of that day has begun.
 */
export async function setDowntime(db: Database, of: Downtime): Promise<number | undefined> {
  // Settlement holds this row in share mode while it reads downtime, so it either ends before or sees the change.
  await sql`select farm from farms where farm = ${of.farm} for update`.execute(db)
  const settlement = await db
    .selectFrom('settlements')
    .select('day')
    .where(({ eb, or, and }) =>
      or([and([eb('day', '=', of.day)]), and([eb('day', '>', of.day), eb('ended_at', 'is not', null)])]),
    )
    .limit(1)
    .executeTakeFirst()
  if (settlement) return undefined
  const set = { down_seconds: of.downSeconds, set_at: new Date(of.now) }
  await db
    .insertInto('farm_days')
    .values({ farm: of.farm, day: of.day, ...set })
    .onConflict((conflict) => conflict.columns(['farm', 'day']).doUpdateSet(set))
    .execute()
  return extendOrders(db, of)
}

/** Recomputes the end of every order that runs, or would have run, on a farm on a day. */
async function extendOrders(db: Database, { farm, day }: Downtime): Promise<number> {
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('status', '=', 'success')
    .where('farm', '=', farm)
    .where('ends_at', '>', new Date(startOf(day)))
    .where('runs_from', '<', new Date(startOf(dayAfter(day))))
    .orderBy('id')
    .forUpdate()
    .execute()
  const paid = rows.filter(isPaid)
  const downtime = await downtimeOf(
    db,
    farm,
    Math.min(...paid.map(({ runs_from }) => runs_from.getTime()), startOf(day)),
  )
  for (const { id, runs_from, days } of paid) {
    const { endsAt } = runSchedule({ runsFrom: runs_from.getTime(), days }, downtime)
    await db
      .updateTable('orders')
      .set({ ends_at: new Date(endsAt) })
      .where('id', '=', id)
      .execute()
  }
  await publish(db, ...new Set(paid.map(({ user_id }) => user_id)))
  return paid.length
}
