import { sql } from 'kysely'
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

/** Adds the work of an hour to its place. */
type Add = (hour: number, work: number) => void

async function addHoursOfUser(db: Database, userId: string, { from, to }: Range, add: Add): Promise<void> {
  const days = await db
    .selectFrom('user_days')
    .select(['day', sql<number[]>`work::float8[]`.as('work')])
    .where('user_id', '=', userId)
    .where('day', '>=', dayAt(from))
    .where('day', '<=', dayAt(to))
    .execute()
  for (const { day, work } of days) {
    const start = startOf(day)
    for (const [place, one] of work.entries()) add(start + place * HOUR_MS, one)
  }
  const hours = await db
    .selectFrom('user_hours')
    .select(['hour', sql<number>`sum(work)::float8`.as('work')])
    .where('user_id', '=', userId)
    .where('hour', '>=', new Date(from))
    .where('hour', '<', new Date(to))
    .groupBy('hour')
    .execute()
  for (const { hour, work } of hours) add(hour.getTime(), work)
}

async function addHoursOfDevice(db: Database, deviceId: string, { from, to }: Range, add: Add): Promise<void> {
  const hours = await db
    .selectFrom('device_hours')
    .select(['hour', sql<number>`sum(work)::float8`.as('work')])
    .where('device_id', '=', deviceId)
    .where('hour', '>=', new Date(from))
    .where('hour', '<', new Date(to))
    .groupBy('hour')
    .execute()
  for (const { hour, work } of hours) add(hour.getTime(), work)
}

/** Beginning of the first hour with work. */
async function firstHour(db: Database, of: { userId: string; deviceId?: string | undefined }): Promise<number | null> {
  if (of.deviceId !== undefined) {
    const row = await db
      .selectFrom('device_hours')
      .select('hour')
      .where('device_id', '=', of.deviceId)
      .where('work', '>', '0')
      .orderBy('hour')
      .limit(1)
      .executeTakeFirst()
    return row?.hour.getTime() ?? null
  }
  const day = await db
    .selectFrom('user_days')
    .select(['day', sql<number[]>`work::float8[]`.as('work')])
    .where('user_id', '=', of.userId)
    .orderBy('day')
    .limit(1)
    .executeTakeFirst()
  if (day)
    return (
      startOf(day.day) +
      Math.max(
        0,
        day.work.findIndex((one) => one > 0),
      ) *
        HOUR_MS
    )
  const hour = await db
    .selectFrom('user_hours')
    .select('hour')
    .where('user_id', '=', of.userId)
    .where('work', '>', '0')
    .orderBy('hour')
    .limit(1)
    .executeTakeFirst()
  return hour?.hour.getTime() ?? null
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
    if (of.deviceId === undefined) await addHoursOfUser(reads, of.userId, range, add)
    else await addHoursOfDevice(reads, of.deviceId, range, add)
    const first = await firstHour(reads, of)
    return {
      from: unixSeconds(from),
      hours,
      levels: packLevels(levelsOf(work)),
      firstAt: first === null ? null : unixSeconds(first),
      serverTime: unixSeconds(of.now),
    }
  })
}
