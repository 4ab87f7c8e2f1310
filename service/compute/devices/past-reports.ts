import { sql, type Updateable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { DeviceTable } from './tables.ts'

type Reported = Required<
  Pick<Updateable<DeviceTable>, 'state' | 'difficulty' | 'online_since' | 'last_seen_at' | 'last_share_at'>
>

/** Leaves a device as a last report would have left it that was never sent: a history is filled that way. */
export async function setReported(db: Database, deviceId: string, reported: Reported): Promise<void> {
  await db.updateTable('devices').set(reported).where('id', '=', deviceId).execute()
}

/** When any device reported last, in Unix milliseconds; 0 before the first. */
export async function lastReportAt(db: Database): Promise<number> {
  const { last } = await db
    .selectFrom('devices')
    .select(({ fn }) => fn.max('last_seen_at').as('last'))
    .executeTakeFirstOrThrow()
  return last?.getTime() ?? 0
}

/** Every device that is bound, in the order in which they were, with what it proves itself by. */
export const boundDevices = (db: Database) =>
  db.selectFrom('devices').select(['id', 'token_hash']).where('unbound_at', 'is', null).orderBy('bound_at').execute()

/** Work of a user in each hour of a UTC day. */
export interface PastDay {
  day: string
  work: readonly number[]
}

/** Writes days whose sums of hours are long deleted. */
export async function addPastDays(db: Database, userId: string, days: readonly PastDay[]): Promise<void> {
  for (const { day, work } of days)
    await sql`insert into user_days (user_id, day, work) values (${userId}, ${day}, ${[...work]}::bigint[])`.execute(db)
}
