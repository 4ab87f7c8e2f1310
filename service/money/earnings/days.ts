import { dayAfter, dayAt } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'

/** The next day to settle: the first that was begun or reopened, else the day after the last; before any settlement, that of the first work. */
export async function firstOpenDay(db: Database): Promise<string | undefined> {
  const settled = await db
    .selectFrom('settlements')
    .select(({ fn }) => [fn.min('day').filterWhere('ended_at', 'is', null).as('open'), fn.max('day').as('last')])
    .executeTakeFirstOrThrow()
  if (settled.open !== null) return settled.open
  if (settled.last !== null) return dayAfter(settled.last)
  const work = await db.selectFrom('device_hours').select('hour').orderBy('hour').limit(1).executeTakeFirst()
  const order = await db
    .selectFrom('orders')
    .select('runs_from')
    .where('runs_from', 'is not', null)
    .orderBy('runs_from')
    .limit(1)
    .executeTakeFirst()
  const times = [work?.hour, order?.runs_from].flatMap((time) => (time ? [time.getTime()] : []))
  return times.length > 0 ? dayAt(Math.min(...times)) : undefined
}

/** The last settled day; before the first settlement, the day before the first work. */
export async function lastSettledDay(db: Database, now: number): Promise<string> {
  const row = await db
    .selectFrom('settlements')
    .select('day')
    .where('ended_at', 'is not', null)
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.day ?? dayAfter((await firstOpenDay(db)) ?? dayAt(now), -1)
}

/** When the last settlement ended, in Unix milliseconds; 0 before the first. */
export async function lastSettledAt(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('settlements')
    .select(({ fn }) => fn.max('ended_at').as('last'))
    .executeTakeFirstOrThrow()
  return last?.getTime() ?? 0
}
