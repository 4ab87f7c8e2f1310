import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import { publishSql } from '#service/platform/live/publish.ts'
import { type ControlChange, type ControlState, controlPart } from './device-control.ts'
import { type DeviceEvent, eventParts } from './events.ts'
import { type HourCount, hourParts } from './hours.ts'
import { recentWorkBefore } from './queries.ts'
import type { AcceptedShare } from './shares.ts'
import type { DeviceTable } from './tables.ts'
import type { CurrentWork } from './work.ts'

type ReportedDevice = Pick<
  Selectable<DeviceTable>,
  | ('id' | 'state' | 'difficulty' | 'last_sequence' | 'last_answer')
  | ('online_since' | 'last_seen_at' | 'last_share_at' | 'pause' | 'mining_since')
  | ('hot_since' | 'hot_from' | 'hot_at')
>

/** A device as it was read, with the data that a report needs. */
export interface DeviceState {
  device: ReportedDevice
  control: ControlState
  current: CurrentWork | undefined
  /** Verified work in the rate window before `now`, of works issued since the device came online. */
  recentWork: number
  /** `xmin` of the row, to detect concurrent changes. */
  version: string
}

interface StateRow extends ReportedDevice, Pick<ControlState, 'settings' | 'wish'> {
  wish_id: number
  followed_id: number
  version: string
  recent_work: string
  work_id: string | null
  project: string
  challenge: string
  work_difficulty: string
  issued_at: Date
  expires_at: Date
}

/** Reads the device of a token. */
export async function readDevice(
  db: Database,
  of: { tokenHash: string; now: number },
): Promise<DeviceState | undefined> {
  const { rows } = await sql<StateRow>`
    select devices.id, state, devices.difficulty, last_sequence, last_answer, online_since, last_seen_at, last_share_at,
      pause, mining_since, hot_since, hot_from, hot_at, settings, wish, coalesce(wish_id, 0) as wish_id, coalesce(followed_id, 0) as followed_id,
      devices.xmin::text as version,
      ${recentWorkBefore(sql`greatest(last_seen_at, ${new Date(of.now)})`)} as recent_work,
      work.id as work_id, project, challenge, work.difficulty as work_difficulty, issued_at, expires_at
    from devices
      left join device_controls on device_controls.device_id = devices.id
      left join lateral (
        select id, project, challenge, difficulty, issued_at, expires_at from works
        where device_id = devices.id order by issued_at desc limit 1
      ) as work on true
    where token_hash = ${of.tokenHash} and unbound_at is null`.execute(db)
  const [row] = rows
  if (!row) return undefined
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
  const { settings, wish, wish_id: wishId, followed_id: followedId } = row
  const control = { settings, wish, wishId, followedId }
  return { device: row, control, current, recentWork: Number(row.recent_work), version: row.version }
}

/** A change in one statement: columns of the device, and additions to its hours, shares, log and work. */
export interface DeviceChange {
  at: number
  set: Updateable<DeviceTable>
  counts?: readonly HourCount[]
  shares?: readonly AcceptedShare[]
  events?: readonly DeviceEvent[]
  work?: CurrentWork | undefined
  control?: ControlChange | undefined
  /** Whether the user's open pages are notified. */
  isPublished?: boolean
}

/**
 * Changes a device in one statement; returns false without a change when its row was changed since it was read. This optimistic lock
 * counts each report once and holds no row lock between two statements.
 */
export async function changeDevice(db: Database, state: DeviceState, change: DeviceChange): Promise<boolean> {
  const assignments = Object.entries(change.set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  const parts = [
    sql`mine as (update devices set ${sql.join(assignments)}
      where id = ${state.device.id} and xmin::text = ${state.version} returning id, user_id)`,
    ...hourParts(change.counts ?? []),
    ...shareParts(change.shares ?? [], change.at),
    ...eventParts(change.events ?? []),
    ...(change.work ? [workPart(change.work)] : []),
    ...(change.control ? [controlPart(change.control)] : []),
  ]
  const published = change.isPublished ? sql`, ${publishSql(sql`user_id`)}` : sql``
  const { rows } = await sql<{ id: string }>`with ${sql.join(parts)} select id${published} from mine`.execute(db)
  return rows.length > 0
}

function shareParts(shares: readonly AcceptedShare[], at: number): RawBuilder<unknown>[] {
  if (shares.length === 0) return []
  return [
    sql`kept as (insert into shares (work_id, nonce, device_id, difficulty, accepted_at)
      select share.work_id, share.nonce, mine.id, share.difficulty, ${new Date(at)}
      from mine, unnest(${shares.map(({ work }) => work.id)}::text[], ${shares.map(({ nonce }) => nonce)}::text[],
        ${shares.map(({ work }) => work.difficulty)}::bigint[]) as share (work_id, nonce, difficulty))`,
  ]
}

const workPart = (work: CurrentWork) =>
  sql`given as (insert into works (id, device_id, project, challenge, difficulty, issued_at, expires_at)
    select ${work.id}, mine.id, ${work.project}, ${work.challenge}, ${work.difficulty}::bigint,
      ${new Date(work.issuedAt)}::timestamptz, ${new Date(work.expiresAt)}::timestamptz from mine)`
