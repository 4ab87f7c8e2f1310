import { type RawBuilder, sql } from 'kysely'
import type { machineYear } from '#lib/contract/device-year.ts'
import type { ReplyOf } from '#lib/contract/endpoint.ts'
import { hourOf } from '#lib/rules/online-time.ts'
import { levelsOf, packLevels } from '#lib/rules/year-levels.ts'
import { dayAt, startOf } from '#lib/time/days.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'

const HOUR_MS = 3_600_000

/** Unix milliseconds; `from` is included, `to` is not. */
interface Range {
  from: number
  to: number
}

/** Adds the work of an hour, Unix milliseconds, to its place. */
type Add = (hour: number, work: number) => void

/** Numbers that the database has joined: a year of rows or arrays takes the driver several times as long. */
const numbersOf = (joined: string | null | undefined): number[] => (joined ? joined.split(',').map(Number) : [])

/** Adds hours of a table with columns `hour` and `work`. */
async function addHours(db: Database, rows: RawBuilder<unknown>, { from, to }: Range, add: Add): Promise<void> {
  const { rows: found } = await sql<{ hours: string | null; works: string | null }>`
    select string_agg(hour::text, ',') as hours, string_agg(work::text, ',') as works from (
      select (extract(epoch from hour) / 3600)::integer as hour, sum(work) as work from ${rows}
        and hour >= ${new Date(from)} and hour < ${new Date(to)}
      group by hour
    ) as summed`.execute(db)
  const works = numbersOf(found[0]?.works)
  for (const [index, hour] of numbersOf(found[0]?.hours).entries()) add(hour * HOUR_MS, works[index] ?? 0)
}

async function addDays(db: Database, userId: string, { from, to }: Range, add: Add): Promise<void> {
  const days = await db
    .selectFrom('user_days')
    .select(['day', sql<string>`array_to_string(work, ',')`.as('work')])
    .where('user_id', '=', userId)
    .where('day', '>=', dayAt(from))
    .where('day', '<=', dayAt(to))
    .execute()
  for (const { day, work } of days) {
    const start = startOf(day)
    for (const [place, one] of numbersOf(work).entries()) add(start + place * HOUR_MS, one)
  }
}

/** Beginning of the first hour with work, in Unix seconds: of a device, or of all that the user has ever had. */
async function firstHour(db: Database, of: { userId: string; deviceId?: string | undefined }): Promise<number | null> {
  const first =
    of.deviceId === undefined
      ? sql`select coalesce(
          (select extract(epoch from day at time zone 'UTC') + 3600 * (select min(place) - 1
            from unnest(work) with ordinality as hours (one, place) where one > 0)
          from user_days where user_id = ${of.userId} order by day limit 1),
          (select extract(epoch from hour) from user_hours where user_id = ${of.userId} and work > 0 order by hour limit 1)
        )::bigint as at`
      : sql`select extract(epoch from hour)::bigint as at from device_hours
          where device_id = ${of.deviceId} and work > 0 order by hour limit 1`
  const { rows } = await sql<{ at: bigint | null }>`${first}`.execute(db)
  const at = rows[0]?.at
  return at === null || at === undefined ? null : Number(at)
}

export interface YearRequest {
  userId: string
  deviceId?: string | undefined
  /** Unix milliseconds. */
  from: number
  hours: number
  now: number
}

/** Levels of the hours of a range up to now, of all devices of a user or of one, which is the user's. */
export function yearOf(db: Database, of: YearRequest): Promise<ReplyOf<typeof machineYear>> {
  const from = hourOf(of.from)
  const hours = Math.max(0, Math.min(of.hours, Math.floor((hourOf(of.now) - from) / HOUR_MS) + 1))
  const range = { from, to: from + hours * HOUR_MS }
  const work = new Array<number>(hours).fill(0)
  const add = (hour: number, one: number) => {
    const place = (hour - from) / HOUR_MS
    if (place >= 0 && place < hours) work[place] = (work[place] ?? 0) + one
  }
  return snapshot(db, async (reads) => {
    if (of.deviceId === undefined) {
      await addDays(reads, of.userId, range, add)
      await addHours(reads, sql`user_hours where user_id = ${of.userId}`, range, add)
    } else await addHours(reads, sql`device_hours where device_id = ${of.deviceId}`, range, add)
    return {
      from: unixSeconds(from),
      hours,
      levels: packLevels(levelsOf(work)),
      firstAt: await firstHour(reads, of),
      serverTime: unixSeconds(of.now),
    }
  })
}
