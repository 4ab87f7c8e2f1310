import type { MachineEvent } from '#lib/contract/devices.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { type PageRequest, pageOf } from '#service/platform/db/pagination.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import { publish } from '#service/platform/live/publish.ts'
import { addEvent } from './events.ts'
import { ownDevice } from './queries.ts'

export async function deviceLog(
  db: Database,
  of: PageRequest & { deviceId: string },
): Promise<{ records: MachineEvent[]; total: number }> {
  const query = db.selectFrom('device_events').selectAll().where('device_id', '=', of.deviceId)
  const { rows, total } = await pageOf(query.orderBy('at', 'desc').orderBy('id'), of)
  const records = rows.map((row) => ({ _id: row.id, time: unixSeconds(row.at), kind: row.kind, detail: row.detail }))
  return { records, total }
}

/** The caller's own device. Refuses DEVICE_UNKNOWN alike for a missing one and for one of another user. */
export async function requireDevice(db: Database, session: Session, id: string) {
  const device = await ownDevice(db, session.userId, id)
  if (!device) throw new RefusalError('DEVICE_UNKNOWN')
  return device
}

type Own = Readonly<{ id: string; user_id: string }>

export async function renameDevice(db: Database, own: Own, of: { name: string; now: number }): Promise<void> {
  await db.updateTable('devices').set({ name: of.name }).where('id', '=', own.id).execute()
  await addEvent(db, { deviceId: own.id, at: of.now, kind: 'renamed', detail: of.name })
  await publish(db, own.user_id)
}

/** Unbinds a device: its token is invalid at once, and its work stays. */
export async function unbindDevice(db: Database, own: Own, now: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set({ unbound_at: new Date(now) })
    .where('id', '=', own.id)
    .where('unbound_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await addEvent(db, { deviceId: own.id, at: now, kind: 'unbound' })
  await publish(db, own.user_id)
}
