import { sql } from 'kysely'
import { dayAfter, startOf } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { publish } from '#service/platform/live/publish.ts'
import { runCourse } from './course.ts'
import { isPaid } from './row.ts'
import { downsOf } from './steps.ts'

interface Downtime {
  farm: string
  day: string
  downSeconds: number
  now: number
}

/**
 * Sets for how long a farm was, or will be, down on a UTC day, and extends the orders that run there by what they miss. Returns how
 * many orders that concerns; undefined when the settlement of that day has begun, and nothing was changed.
 */
export async function setDowntime(db: Database, of: Downtime): Promise<number | undefined> {
  // Settlement reads uptimes with this row shared: it is either over before, or waits and sees the change.
  await sql`select farm from farms where farm = ${of.farm} for update`.execute(db)
  const begun = await db
    .selectFrom('settlements')
    .select('day')
    .where(({ eb, or, and }) =>
      or([and([eb('day', '=', of.day)]), and([eb('day', '>', of.day), eb('ended_at', 'is not', null)])]),
    )
    .limit(1)
    .executeTakeFirst()
  if (begun) return undefined
  const set = { down_seconds: of.downSeconds, set_at: new Date(of.now) }
  await db
    .insertInto('farm_days')
    .values({ farm: of.farm, day: of.day, ...set })
    .onConflict((conflict) => conflict.columns(['farm', 'day']).doUpdateSet(set))
    .execute()
  return extendOrders(db, of)
}

/** Reckons the end of every order anew that runs on a farm on a day, or would have but for its downtime. */
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
  const downs = await downsOf(db, farm, Math.min(...paid.map(({ runs_from }) => runs_from.getTime()), startOf(day)))
  for (const { id, runs_from, days } of paid) {
    const { endsAt } = runCourse({ runsFrom: runs_from.getTime(), days }, downs)
    await db
      .updateTable('orders')
      .set({ ends_at: new Date(endsAt) })
      .where('id', '=', id)
      .execute()
  }
  await publish(db, ...new Set(paid.map(({ user_id }) => user_id)))
  return paid.length
}
