import { sql } from 'kysely'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import { shownRate } from '#service/compute/devices/rules.ts'
import { statistics } from '#service/compute/devices/totals.ts'
import { yearOf } from '#service/compute/devices/year.ts'
import { overview } from '#service/money/earnings/overview.ts'
import { earningDays } from '#service/money/earnings/queries.ts'
import type { Database } from '#service/platform/db/open.ts'
import { pointsOverview } from '#service/rewards/points/overview.ts'
import * as whole from '#world/whole-history.ts'
import { addAccount } from '../ground/accounts.ts'
import type { Comparison } from './compare.ts'

const DAYS = 14
const HOUR_MS = 3_600_000
/** Shares of a device in its rate window. */
const SHARES = 60
const SLICE = 1_000

/** A user with devices that mine around the clock: two days of hours, ten minutes of shares, two weeks of earnings. */
async function fillFleet(db: Database, userId: string, now: number): Promise<void> {
  const today = dayAt(now)
  await sql`
    update devices set last_seen_at = ${new Date(now)}, online_since = ${new Date(now - 86_400_000)} where user_id = ${userId}`.execute(
    db,
  )
  const devices = await db.selectFrom('devices').select('id').where('user_id', '=', userId).orderBy('id').execute()
  for (let first = 0; first < devices.length; first += SLICE) {
    const ids = devices.slice(first, first + SLICE).map(({ id }) => id)
    await sql`
      insert into device_hours (device_id, hour, project, seconds, work, accepted, refused)
      select id, hour, project, 1200, 1000000007 + n, 10, 0
      from unnest(${ids}::text[]) with ordinality as device (id, n), projects,
        generate_series(${dayAfter(today, -1)}::date::timestamptz, ${new Date(now)}::timestamptz, interval '1 hour') as hour`.execute(
      db,
    )
    await sql`
      insert into works (id, device_id, project, challenge, difficulty, issued_at, expires_at)
      select 'w-' || id, id, 'aleo', 'x', 4096, ${new Date(now - HOUR_MS)}, ${new Date(now + HOUR_MS)} from unnest(${ids}::text[]) as id`.execute(
      db,
    )
    await sql`
      insert into shares (work_id, nonce, device_id, difficulty, accepted_at)
      select 'w-' || id, n::text, id, 4096, ${new Date(now)}::timestamptz - n * interval '9 s'
      from unnest(${ids}::text[]) as id, generate_series(1, ${SHARES}::int) n`.execute(db)
    await sql`
      insert into earnings (id, user_id, coin, type, source_id, day, work, amount, settled_at, release_at, released_at)
      select id || '-' || coin || back, ${userId}, coin, 'pc', id, ${today}::date - back, 1000, 1000 + back, ${new Date(now)},
        (${today}::date - back + 2)::timestamptz, case when back > 2 then ${new Date(now)}::timestamptz end
      from unnest(${ids}::text[]) as id, projects, generate_series(2, ${DAYS + 1}::int) back`.execute(db)
  }
  // As the reports of the shares leave them.
  await sql`
    update devices set recent_work_at = last_seen_at, recent_work = (
      select sum(shares.difficulty) from shares where device_id = devices.id) where user_id = ${userId}`.execute(db)
}

const YEAR_HOURS = 365 * 24

/** A year of hours of one device with all projects, whose sums the job has moved to days: as many days as those of a whole fleet. */
async function fillYear(db: Database, deviceId: string, now: number): Promise<void> {
  await sql`
    insert into device_hours (device_id, hour, project, seconds, work, accepted, refused)
    select ${deviceId}, hour, project, 1200, 1000000007, 10, 0
    from projects, generate_series(date_trunc('hour', ${new Date(now)}::timestamptz) - interval '1 hour' * ${YEAR_HOURS}::int,
      ${new Date(now)}::timestamptz, interval '1 hour') as hour
    on conflict do nothing`.execute(db)
  await sql`delete from user_hours where hour < ${dayAfter(dayAt(now), -2)}::date::timestamptz`.execute(db)
}

export async function compareFleet(db: Database, devices: number, maxMs: number): Promise<Comparison[]> {
  const now = Date.now()
  const { id: userId, devices: listed } = await addAccount(db, { name: `fleet${devices}`, devices, difficulty: 4096 })
  await sql`
    insert into settlements (day, begun_at, last_user, earnings, ended_at) values (${dayAfter(dayAt(now), -2)}, now(), '', 0, now())
    on conflict do nothing`.execute(db)
  await fillFleet(db, userId, now)
  const [first] = listed
  if (first) await fillYear(db, first.id, now)
  await sql`vacuum analyze`.execute(db)
  const [today, yesterday] = [dayAt(now), dayAfter(dayAt(now), -1)]
  const request = { userId, from: yesterday, today }
  const range = { userId, from: Date.parse(`${yesterday}T00:00:00Z`), to: now + 1 }
  const at = { now, settlementSeconds: 14_400 }
  const year = { userId, from: now - YEAR_HOURS * HOUR_MS, hours: YEAR_HOURS + 1, now }
  return [
    {
      name: 'machineStatistics',
      before: async () => {
        const bound = await whole.ratesByScan(db, userId)
        bound.reduce((sum, device) => sum + shownRate(device, now), 0)
        await whole.hoursByScan(db, range)
      },
      after: () => statistics(db, userId, now),
      maxMs,
    },
    {
      name: 'earningsByDay',
      before: () => whole.earningDaysByScan(db, userId),
      after: () => earningDays(db, { userId }, { page: 1, size: 5, sortField: 'time', sort: 'desc' }),
      maxMs,
    },
    {
      name: 'earningsOverview',
      before: async () => {
        await whole.minedValueByScan(db, request)
        await whole.earningTotalsByScan(db, { userId, yesterday })
      },
      after: () => overview(db, { userId, ...at, ordersSince: async () => [] }),
      maxMs,
    },
    {
      name: 'pointsOverview',
      before: () => whole.workByDayByScan(db, request),
      after: () => pointsOverview(db, { userId, ...at }),
      maxMs,
    },
    { name: 'machineYear', after: () => yearOf(db, year), maxMs },
    { name: 'machineYear of a device', after: () => yearOf(db, { ...year, deviceId: first?.id }), maxMs },
  ]
}
