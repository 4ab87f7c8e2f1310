import type { Updateable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { DeviceTable } from './tables.ts'

type Reported = Required<
  Pick<Updateable<DeviceTable>, 'state' | 'difficulty' | 'online_since' | 'last_seen_at' | 'last_share_at'>
>

/** Leaves a device as a last report would have left it that was never sent: a history is filled that way. */
export async function setReported(db: Database, deviceId: string, reported: Reported): Promise<void> {
  await db.updateTable('devices').set(reported).where('id', '=', deviceId).execute()
}
