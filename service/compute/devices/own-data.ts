import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'
import { unbindDevice } from './log.ts'

export const devicesOwnData: OwnData = {
  parts: {
    devices: (id) =>
      sql`select name, bound_at, unbound_at, last_seen_at from devices where user_id = ${id} order by bound_at desc`,
    device_hours: (id) => sql`
      select name, project, hour, seconds, accepted, refused from device_hours join devices on devices.id = device_id
      where user_id = ${id} order by hour desc`,
    device_events: (id) => sql`
      select name, at, kind, detail from device_events join devices on devices.id = device_id
      where user_id = ${id} order by at desc`,
    device_settings: (id) => sql`
      select name, settings, wish, wish_at, pause, sensors, hot_from from devices join device_controls on device_id = devices.id
      where user_id = ${id} order by name`,
    alert_devices: (id) => sql`
      select name, is_muted from device_alerts join devices on devices.id = device_id where user_id = ${id} order by name`,
  },
  personal: ['bind_codes'],
  /** Unbinds all devices, because a closed account cannot withdraw what they would earn. */
  async forget(db, { userId, now }) {
    const devices = await db
      .selectFrom('devices')
      .select('id')
      .where('user_id', '=', userId)
      .where('unbound_at', 'is', null)
      .execute()
    for (const { id } of devices) await unbindDevice(db, { id, user_id: userId }, now)
  },
}
