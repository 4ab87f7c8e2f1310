import { type RawBuilder, sql } from 'kysely'
import { OFFLINE_AFTER_MS } from '#lib/rules/devices.ts'
import { isOnline } from '#lib/rules/online-time.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { EvaluatedShares } from './shares.ts'
import type { DeviceEventTable } from './tables.ts'

/** A line of a device's log. */
export interface DeviceEvent {
  id: string
  at: number
  kind: DeviceEventTable['kind']
  detail: string
}

const newEvent = (at: number, kind: DeviceEvent['kind'], detail = ''): DeviceEvent => ({
  id: newId(),
  at,
  kind,
  detail,
})

export async function addEvent(
  db: Database,
  event: { deviceId: string; at: number; kind: DeviceEvent['kind']; detail?: string },
): Promise<void> {
  const { id, at, kind, detail } = newEvent(event.at, event.kind, event.detail)
  await db
    .insertInto('device_events')
    .values({ id, device_id: event.deviceId, at: new Date(at), kind, detail })
    .execute()
}

/** Part of a statement that begins with `mine`, the devices: lines added to their logs, or updated when their id exists. */
export const eventPart = (events: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`logged as (insert into device_events (id, device_id, at, kind, detail)
    select event.id, mine.id, event.at, event.kind, event.detail
    from mine join jsonb_to_recordset(${events}) as event (id text, device_id text, at timestamptz, kind text, detail text)
      on event.device_id = mine.id
    on conflict (id) do update set at = excluded.at, detail = excluded.detail)`

/** Log lines of a device that returns after more than 90 s (offline, then online) or whose miner ends (offline). */
export function presenceEvents(lastSeen: number | undefined, now: number, { isEnd = false } = {}): DeviceEvent[] {
  if (isOnline(lastSeen, now)) return isEnd ? [newEvent(now, 'offline')] : []
  const left = lastSeen === undefined ? [] : [newEvent(lastSeen + OFFLINE_AFTER_MS, 'offline')]
  return isEnd ? left : [...left, newEvent(now, 'online')]
}

/** A line of refused shares, and its device. */
export interface RefusedLine {
  readonly id: string
  readonly detail: string
}

/** The lines of refused shares of devices, by device, each in the hour that began at its time. */
export async function refusedLines(
  db: Database,
  devices: readonly { deviceId: string; hour: number }[],
): Promise<Map<string, RefusedLine>> {
  if (devices.length === 0) return new Map()
  const { rows } = await sql<RefusedLine & { device_id: string }>`
    select asked.device_id, line.id, line.detail
    from unnest(${devices.map(({ deviceId }) => deviceId)}::text[], ${devices.map(({ hour }) => new Date(hour))}::timestamptz[])
      as asked (device_id, hour)
    cross join lateral (select id, detail from device_events
      where device_id = asked.device_id and kind = 'refused' and at >= asked.hour limit 1) as line`.execute(db)
  return new Map(rows.map(({ device_id: deviceId, id, detail }) => [deviceId, { id, detail }]))
}

/** One line for each hour with refused shares, so that a broken miner does not fill the log. `before` is the one of this hour. */
export function refusedEvents(
  refused: EvaluatedShares['refused'],
  { now, before }: { now: number; before: RefusedLine | undefined },
): DeviceEvent[] {
  if (refused.length === 0) return []
  const reasons = new Map<string, number>()
  const count = (reason: string, times: number) => reasons.set(reason, (reasons.get(reason) ?? 0) + times)
  for (const [, reason, times] of before?.detail.matchAll(/(\w+) (\d+)/g) ?? []) count(String(reason), Number(times))
  for (const { reason } of refused) count(reason, 1)
  const detail = [...reasons].map(([reason, times]) => `${reason} ${times}`).join(', ')
  return [{ ...newEvent(now, 'refused', detail), ...(before && { id: before.id }) }]
}
