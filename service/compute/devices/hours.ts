import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'

/** Counts of a device for a project within an hour. */
export interface HourCount {
  project: string
  /** Start of the UTC hour, Unix milliseconds. */
  hour: number
  seconds?: number
  work?: bigint
  accepted?: number
  refused?: number
}

/** Sums the counts by key, because one statement may change a row only once. */
function addUp(counts: readonly HourCount[], keyOf: (count: HourCount) => string): Required<HourCount>[] {
  const sums = new Map<string, Required<HourCount>>()
  for (const count of counts) {
    const { seconds = 0, work = 0n, accepted = 0, refused = 0, project, hour } = count
    const before = sums.get(keyOf(count)) ?? { seconds: 0, work: 0n, accepted: 0, refused: 0 }
    sums.set(keyOf(count), {
      project,
      hour,
      seconds: before.seconds + seconds,
      work: before.work + work,
      accepted: before.accepted + accepted,
      refused: before.refused + refused,
    })
  }
  return [...sums.values()]
}

/** Additions to the hours of a device. */
interface DeviceHours {
  readonly deviceId: string
  readonly counts: readonly HourCount[]
}

/** Parts of a statement that begins with `mine`, the devices: additions to their rows by hour and project, and to their totals. */
export function hourParts(devices: readonly DeviceHours[]): RawBuilder<unknown>[] {
  const of = (sum: (counts: readonly HourCount[]) => Required<HourCount>[]) =>
    devices.flatMap(({ deviceId, counts }) => sum(counts).map((one) => ({ deviceId, ...one })))
  const hours = of((counts) => addUp(counts, ({ hour, project }) => `${hour}:${project}`))
  const totals = of((counts) => addUp(counts, ({ project }) => project)).filter(
    ({ seconds, work }) => seconds > 0 || work > 0n,
  )
  const parts: RawBuilder<unknown>[] = []
  if (hours.length > 0)
    parts.push(sql`hours as (insert into device_hours (device_id, hour, project, seconds, work, accepted, refused)
      select mine.id, hour, project, seconds, work, accepted, refused
      from mine join unnest(${hours.map(({ deviceId }) => deviceId)}::text[],
        ${hours.map(({ hour }) => new Date(hour))}::timestamptz[],
        ${hours.map(({ project }) => project)}::text[], ${hours.map(({ seconds }) => seconds)}::integer[],
        ${hours.map(({ work }) => work)}::bigint[], ${hours.map(({ accepted }) => accepted)}::integer[],
        ${hours.map(({ refused }) => refused)}::integer[])
        as counted (device_id, hour, project, seconds, work, accepted, refused) on counted.device_id = mine.id
      on conflict (device_id, hour, project) do update set seconds = device_hours.seconds + excluded.seconds,
        work = device_hours.work + excluded.work, accepted = device_hours.accepted + excluded.accepted,
        refused = device_hours.refused + excluded.refused)`)
  if (totals.length > 0)
    parts.push(sql`totals as (insert into device_totals (device_id, project, seconds, work)
      select mine.id, project, seconds, work from mine join unnest(${totals.map(({ deviceId }) => deviceId)}::text[],
        ${totals.map(({ project }) => project)}::text[], ${totals.map(({ seconds }) => seconds)}::bigint[],
        ${totals.map(({ work }) => work)}::bigint[]) as counted (device_id, project, seconds, work) on counted.device_id = mine.id
      on conflict (device_id, project) do update set seconds = device_totals.seconds + excluded.seconds,
        work = device_totals.work + excluded.work)`)
  return parts
}

/** Adds to the hours and totals of a device. Calls for one device must not run concurrently. */
export async function countHours(db: Database, deviceId: string, counts: readonly HourCount[]): Promise<void> {
  const parts = [sql`mine as (select ${deviceId}::text as id)`, ...hourParts([{ deviceId, counts }])]
  await sql`with ${sql.join(parts)} select from mine`.execute(db)
}
