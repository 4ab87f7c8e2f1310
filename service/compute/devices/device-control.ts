import { isDeepStrictEqual } from 'node:util'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { agentReport } from '#lib/contract/agent.ts'
import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { MinerSettings, Wish } from '#lib/contract/miner-settings.ts'
import { heatColumns, heatOf, hotCelsius, nextHeat } from './heat.ts'
import type { DeviceTable, ReportedDevice } from './tables.ts'

type Report = ParsedRequestOf<typeof agentReport>

/** Settings and wish of a device as they were read. */
export interface ControlState {
  settings: MinerSettings | null
  wish: Omit<Wish, 'id'> | null
  wishId: number
  followedId: number
}

/** New settings of a device, and the wish that it has followed. */
export interface ControlChange {
  settings: MinerSettings | undefined
  followedId: number
}

/** The device before the report. */
type DeviceBefore = Pick<Selectable<DeviceTable>, 'state' | 'pause' | 'hot_since' | 'hot_from' | 'hot_at'>

interface ReportedControl {
  set: Partial<ReportedDevice>
  /** Undefined when the report says nothing new, as nearly all do. */
  control: ControlChange | undefined
  /** Pending after this report. */
  wish: Wish | undefined
  isChanged: boolean
}

/** The part of a report that is about pauses, measurements, settings and wishes. */
export function controlOf(
  report: Report,
  { control, before, now }: { control: ControlState; before: DeviceBefore; now: number },
): ReportedControl {
  // A device may confirm only what it was asked, whatever number it sends.
  const followedId = Math.max(control.followedId, Math.min(report.followedWish ?? 0, control.wishId))
  const settings = isDeepStrictEqual(report.settings ?? control.settings, control.settings)
    ? undefined
    : report.settings
  const isControlled = settings !== undefined || followedId > control.followedId
  const pause = report.pause ?? null
  const isMining = report.state === 'mining'
  const { watts, celsius } = report.sensors ?? {}
  const heat = heatOf(before)
  const nextHot = nextHeat(heat, { celsius, limit: hotCelsius(report.settings ?? control.settings), now })
  return {
    set: {
      pause,
      sensors: report.sensors ?? null,
      ...(isMining && watts !== undefined && { mining_watts: watts }),
      ...(isMining && before.state === 'paused' && { mining_since: new Date(now) }),
      ...(nextHot !== heat && heatColumns(nextHot)),
    },
    control: isControlled ? { settings, followedId } : undefined,
    wish: control.wish && control.wishId > followedId ? { id: control.wishId, ...control.wish } : undefined,
    isChanged: isControlled || !isDeepStrictEqual(pause, before.pause) || (heat === null) !== (nextHot === null),
  }
}

/** Part of a statement that begins with `mine`, the devices. It leaves the wish alone, which the user may change meanwhile. */
export const controlPart = (changes: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`controlled as (insert into device_controls as control (device_id, settings)
    select mine.id, change.settings from mine
      join jsonb_to_recordset(${changes}) as change (device_id text, settings jsonb, followed_id integer) on change.device_id = mine.id
    on conflict (device_id) do update set settings = coalesce(excluded.settings, control.settings),
      followed_id = greatest(control.followed_id, (select change.followed_id
        from jsonb_to_recordset(${changes}) as change (device_id text, followed_id integer)
        where change.device_id = control.device_id)))`
