import type { MachineEvent } from '#lib/contract/devices.ts'
import { unixSeconds } from '../../clock.ts'
import type { Database } from '../../db/open.ts'
import { type PageAt, pageOf } from '../../db/paging.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Session } from '../../http/sessions.ts'
import { addEvent } from './events.ts'
import { ownDevice } from './queries.ts'

export async function deviceLog(
  db: Database,
  of: PageAt & { deviceId: string },
): Promise<{ records: MachineEvent[]; total: number }> {
  const query = db.selectFrom('device_events').selectAll().where('device_id', '=', of.deviceId)
  const { rows, total } = await pageOf(query.orderBy('at', 'desc').orderBy('id'), of)
  const records = rows.map((row) => ({ _id: row.id, time: unixSeconds(row.at), kind: row.kind, detail: row.detail }))
  return { records, total }
}

/** The caller's own device; a foreign one and a missing one are refused alike. */
export async function requireDevice(db: Database, session: Session, id: string) {
  const device = await ownDevice(db, session.userId, id)
  if (!device) throw new Refusal('DEVICE_UNKNOWN')
  return device
}

export async function renameDevice(db: Database, of: { id: string; name: string; now: number }): Promise<void> {
  await db.updateTable('devices').set({ name: of.name }).where('id', '=', of.id).execute()
  await addEvent(db, { deviceId: of.id, at: of.now, kind: 'renamed', detail: of.name })
}

/** Ends a device's token at once. What it mined stays. */
export async function unbindDevice(db: Database, of: { id: string; now: number }): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('devices')
    .set({ unbound_at: new Date(of.now) })
    .where('id', '=', of.id)
    .where('unbound_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) await addEvent(db, { deviceId: of.id, at: of.now, kind: 'unbound' })
}
