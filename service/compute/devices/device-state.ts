import { sql } from 'kysely'
import { RATE_WINDOW_MS } from '#lib/rules/devices.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { ControlChange, ControlState } from './device-control.ts'
import type { DeviceEvent } from './events.ts'
import type { HourCount } from './hours.ts'
import type { AcceptedShare } from './shares.ts'
import type { ReportedDevice } from './tables.ts'
import type { CurrentWork } from './work.ts'

/** Verified work, in hashes, by the time at which it was accepted, in Unix milliseconds. */
type WorkAt = readonly [at: number, work: number]

/** A device as it was read or written, with the data that a report needs. */
export interface DeviceState {
  readonly device: ReportedDevice
  readonly control: ControlState
  readonly current: CurrentWork | undefined
  /** Work of the rate window before the last report at least, of works issued since the device came online. */
  readonly recent: readonly WorkAt[]
  /** `xmin` of the device's row and of its control's, to detect concurrent changes. */
  readonly version: string
  readonly controlVersion: string | null
}

interface StateRow extends ReportedDevice, Pick<ControlState, 'settings' | 'wish'> {
  token_hash: string
  wish_id: number
  followed_id: number
  version: string
  control_version: string | null
  recent: [number, number][]
  work_id: string | null
  project: string
  challenge: string
  work_difficulty: string
  issued_at: Date
  expires_at: Date
}

/** Reads the devices of tokens, by the hash of the token. */
export async function readDevices(db: Database, tokenHashes: readonly string[]): Promise<Map<string, DeviceState>> {
  if (tokenHashes.length === 0) return new Map()
  const { rows } = await sql<StateRow>`
    select devices.id, user_id, token_hash, state, gpu_count, miner_version, devices.difficulty, last_sequence, run_id, last_answer, online_since,
      last_seen_at, last_share_at, recent_work, recent_work_at, pause, sensors, mining_watts, mining_since,
      hot_since, hot_from, hot_at, settings, wish, coalesce(wish_id, 0) as wish_id, coalesce(followed_id, 0) as followed_id,
      devices.xmin::text as version, device_controls.xmin::text as control_version,
      (select coalesce(json_agg(json_build_array(at, work)), '[]') from (
        select extract(epoch from accepted_at) * 1000 as at, sum(shares.difficulty) as work
        from shares join works on works.id = work_id
        where shares.device_id = devices.id and issued_at >= devices.online_since
          and accepted_at > devices.last_seen_at - ${`${RATE_WINDOW_MS} milliseconds`}::interval
        group by accepted_at order by accepted_at) as accepted) as recent,
      work.id as work_id, project, challenge, work.difficulty as work_difficulty, issued_at, expires_at
    from devices
      left join device_controls on device_controls.device_id = devices.id
      left join lateral (
        select id, project, challenge, difficulty, issued_at, expires_at from works
        where device_id = devices.id order by issued_at desc limit 1
      ) as work on true
    where token_hash = any(${tokenHashes}) and unbound_at is null`.execute(db)
  return new Map(rows.map((row) => [row.token_hash, toState(row)]))
}

function toState(row: StateRow): DeviceState {
  const { settings, wish, wish_id: wishId, followed_id: followedId } = row
  const current =
    row.work_id === null
      ? undefined
      : {
          id: row.work_id,
          project: row.project,
          challenge: row.challenge,
          difficulty: Number(row.work_difficulty),
          issuedAt: row.issued_at.getTime(),
          expiresAt: row.expires_at.getTime(),
        }
  return {
    device: copyReported(row),
    control: { settings, wish, wishId, followedId },
    current,
    recent: row.recent,
    version: row.version,
    controlVersion: row.control_version,
  }
}

/** Verified work in the rate window before a time. */
export const recentWorkAt = ({ recent }: DeviceState, now: number): number =>
  recent.reduce((sum, [at, work]) => (at > now - RATE_WINDOW_MS ? sum + work : sum), 0)

/** Changes of a device that are saved together: columns, and additions to its hours, shares, log and work. */
export interface DeviceChange {
  readonly at: number
  readonly set: Partial<ReportedDevice>
  readonly counts?: readonly HourCount[]
  readonly shares?: readonly AcceptedShare[]
  readonly events?: readonly DeviceEvent[]
  readonly work?: CurrentWork | undefined
  readonly control?: ControlChange | undefined
  /** Whether the user's open pages are notified. */
  readonly isPublished?: boolean
}

/**
 * The state that a written change leaves; undefined where the database knows more: a wish that came meanwhile is in the row of the control
 * that the change has written.
 */
export function stateAfter(
  before: DeviceState,
  { at, set, shares = [], work, control }: DeviceChange,
  version: string,
): DeviceState | undefined {
  if (control) return undefined
  // The last answer is long, and a repeated report is answered from the database.
  const device = { ...copyReported({ ...before.device, ...set }), last_answer: null }
  const since = device.online_since?.getTime() ?? Number.POSITIVE_INFINITY
  const isNewSession = since !== before.device.online_since?.getTime()
  const kept = isNewSession ? [] : before.recent.filter(([acceptedAt]) => acceptedAt > at - RATE_WINDOW_MS)
  const timed = shares.filter(({ work: { issuedAt } }) => issuedAt >= since)
  const added = timed.reduce((sum, share) => sum + Number(share.work.difficulty), 0)
  return {
    ...{ device, version, control: before.control, controlVersion: before.controlVersion },
    current: work ?? before.current,
    recent: added > 0 ? [...kept, [at, added]] : kept,
  }
}

/** Rows of the driver have more columns, which would fill the memory. */
const copyReported = (row: ReportedDevice): ReportedDevice => ({
  ...{ id: row.id, user_id: row.user_id, state: row.state, gpu_count: row.gpu_count, miner_version: row.miner_version },
  ...{ difficulty: row.difficulty, last_sequence: row.last_sequence, last_answer: row.last_answer },
  ...{ online_since: row.online_since, last_seen_at: row.last_seen_at, last_share_at: row.last_share_at },
  ...{ recent_work: row.recent_work, recent_work_at: row.recent_work_at, pause: row.pause, sensors: row.sensors },
  ...{ mining_watts: row.mining_watts, mining_since: row.mining_since },
  run_id: row.run_id,
  ...{ hot_since: row.hot_since, hot_from: row.hot_from, hot_at: row.hot_at },
})
