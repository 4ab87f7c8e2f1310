import { type RawBuilder, sql } from 'kysely'
import { OFFLINE_AFTER_MS } from '#lib/rules/devices.ts'
import { hourOf, isOnline } from '#lib/rules/online-time.ts'
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

/** Parts of a statement that begins with `mine`, the device: lines added to its log, or updated when their id exists. */
export function eventParts(events: readonly DeviceEvent[]): RawBuilder<unknown>[] {
  if (events.length === 0) return []
  return [
    sql`logged as (insert into device_events (id, device_id, at, kind, detail)
      select event.id, mine.id, event.at, event.kind, event.detail
      from mine, unnest(${events.map(({ id }) => id)}::text[], ${events.map(({ at }) => new Date(at))}::timestamptz[],
        ${events.map(({ kind }) => kind)}::text[], ${events.map(({ detail }) => detail)}::text[])
        as event (id, at, kind, detail)
      on conflict (id) do update set at = excluded.at, detail = excluded.detail)`,
  ]
}

/** Log lines of a device that returns after more than 90 s (offline, then online) or whose miner ends (offline). */
export function presenceEvents(lastSeen: number | undefined, now: number, { isEnd = false } = {}): DeviceEvent[] {
  if (isOnline(lastSeen, now)) return isEnd ? [newEvent(now, 'offline')] : []
  const left = lastSeen === undefined ? [] : [newEvent(lastSeen + OFFLINE_AFTER_MS, 'offline')]
  return isEnd ? left : [...left, newEvent(now, 'online')]
}

/** One line for each hour with refused shares, so that a broken miner does not fill the log. */
export async function refusedEvents(
  db: Database,
  of: { deviceId: string; now: number; refused: EvaluatedShares['refused'] },
): Promise<DeviceEvent[]> {
  if (of.refused.length === 0) return []
  const before = await db
    .selectFrom('device_events')
    .select(['id', 'detail'])
    .where('device_id', '=', of.deviceId)
    .where('kind', '=', 'refused')
    .where('at', '>=', new Date(hourOf(of.now)))
    .executeTakeFirst()
  const reasons = new Map<string, number>()
  const count = (reason: string, times: number) => reasons.set(reason, (reasons.get(reason) ?? 0) + times)
  for (const [, reason, times] of before?.detail.matchAll(/(\w+) (\d+)/g) ?? []) count(String(reason), Number(times))
  for (const { reason } of of.refused) count(reason, 1)
  const detail = [...reasons].map(([reason, times]) => `${reason} ${times}`).join(', ')
  return [{ ...newEvent(of.now, 'refused', detail), ...(before && { id: before.id }) }]
}
