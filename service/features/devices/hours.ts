import { sql } from 'kysely'
import type { Database } from '../../db/open.ts'

/** What a device did in a project within an hour. */
export interface HourCount {
  project: string
  /** Start of the UTC hour, Unix milliseconds. */
  hour: number
  seconds?: number
  work?: bigint
  accepted?: number
  refused?: number
}

/** The counts by what `keyOf` tells apart: one statement may change a row once only. */
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

/**
 * Adds to the rows of a device by hour and project, and to its totals by project, in one statement. Two calls for one device
 * have to take turns: a report holds the device's row.
 */
export async function countHours(db: Database, deviceId: string, counts: readonly HourCount[]): Promise<void> {
  if (counts.length === 0) return
  const hours = db
    .insertInto('device_hours')
    .values(
      addUp(counts, ({ hour, project }) => `${hour}:${project}`).map(({ hour, ...sums }) => ({
        device_id: deviceId,
        hour: new Date(hour),
        ...sums,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'hour', 'project']).doUpdateSet({
        seconds: sql`device_hours.seconds + excluded.seconds`,
        work: sql`device_hours.work + excluded.work`,
        accepted: sql`device_hours.accepted + excluded.accepted`,
        refused: sql`device_hours.refused + excluded.refused`,
      }),
    )
  const totals = addUp(counts, ({ project }) => project)
    .filter(({ seconds, work }) => seconds > 0 || work > 0n)
    .map(({ project, seconds, work }) => ({ device_id: deviceId, project, seconds, work }))
  if (totals.length === 0) {
    await hours.execute()
    return
  }
  await db
    .with('hours', () => hours)
    .insertInto('device_totals')
    .values(totals)
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'project']).doUpdateSet({
        seconds: sql`device_totals.seconds + excluded.seconds`,
        work: sql`device_totals.work + excluded.work`,
      }),
    )
    .execute()
}
