import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import { publishSql } from '#service/platform/live/publish.ts'
import { controlPart } from './device-control.ts'
import type { DeviceChange, DeviceState } from './device-state.ts'
import { eventPart } from './events.ts'
import { hourParts } from './hours.ts'

/** A change of a device, and the state that it is of. */
export interface DeviceWrite {
  readonly state: DeviceState
  readonly change: DeviceChange
}

export interface WriteOptions {
  /** Waits for the rows that others have locked, in place of leaving these devices out. */
  readonly waits: boolean
  /** Called when a connection is there, before the statement is sent. */
  onSend(): void
}

/** Class of the advisory locks of users whose sums are written. */
const SUMS_LOCK = 7_451_038

/**
 * Changes devices in one statement. Returns the new version of each device that was changed, by its id. Devices whose rows were changed
 * since they were read are left out, so that each report counts once, and unless it waits those that others have locked.
 */
export async function writeDevices(
  db: Database,
  writes: readonly DeviceWrite[],
  { waits, onSend }: WriteOptions,
): Promise<Map<string, string>> {
  // In one order, for the case that two statements wait for rows.
  const ordered = writes.toSorted((a, b) => (a.state.device.id < b.state.device.id ? -1 : 1))
  const parts = [givenPart(ordered), ...lockParts(waits), minePart, ...additionParts(ordered)]
  const statement = sql<{ id: string; version: string }>`with ${sql.join(parts)}
    select id, pg_current_xact_id()::xid::text as version, (select count(sent) from published) as sent from mine`
  const { rows } = await db.connection().execute((connection) => {
    onSend()
    return statement.execute(connection)
  })
  return new Map(rows.map(({ id, version }) => [id, version]))
}

const json = (rows: readonly unknown[]): RawBuilder<unknown> =>
  sql`${JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))}::jsonb`

const givenPart = (writes: readonly DeviceWrite[]): RawBuilder<unknown> =>
  sql`given as materialized (select * from jsonb_to_recordset(${json(writes.map(toRow))}) as given (
    id text, user_id text, version text, control_version text, is_published boolean, state text, gpu_count integer, miner_version text,
    difficulty bigint, last_sequence integer, run_id uuid, last_answer jsonb, online_since timestamptz, last_seen_at timestamptz,
    last_share_at timestamptz, recent_work bigint, recent_work_at timestamptz, pause jsonb, sensors jsonb, mining_watts real,
    mining_since timestamptz, hot_since timestamptz, hot_from timestamptz, hot_at timestamptz))`

const toRow = ({ state, change }: DeviceWrite) => ({
  ...{ ...state.device, ...change.set },
  // Without a new answer the row keeps its own.
  last_answer: change.set.last_answer,
  ...{ version: state.version, control_version: state.controlVersion, is_published: change.isPublished ?? false },
})

/**
 * Locks the rows whose versions are the given ones, and then the sums of their users in one order: the triggers that add to them do so
 * once for new hours and once for known ones, and two nodes with devices of the same users would end each other. A statement that
 * waits for rows holds no sums meanwhile.
 */
const lockParts = (waits: boolean): RawBuilder<unknown>[] => [
  sql`free as materialized (select locked.id, given.user_id from given cross join lateral (
    select id from devices where devices.id = given.id and devices.xmin::text = given.version and unbound_at is null
      and not exists (select from device_controls
        where device_id = given.id and device_controls.xmin::text is distinct from given.control_version)
    for no key update ${waits ? sql`` : sql`skip locked`}) as locked)`,
  sql`turns as materialized (select pg_advisory_xact_lock(${SUMS_LOCK}, key) as turn
    from (select distinct hashtext(user_id) as key from free order by key) as users)`,
]

const minePart = sql`mine as (update devices set state = given.state, gpu_count = given.gpu_count, miner_version = given.miner_version,
    difficulty = given.difficulty, last_sequence = given.last_sequence, run_id = given.run_id,
    last_answer = coalesce(given.last_answer, devices.last_answer), online_since = given.online_since,
    last_seen_at = given.last_seen_at, last_share_at = given.last_share_at, recent_work = given.recent_work,
    recent_work_at = given.recent_work_at, pause = given.pause, sensors = given.sensors, mining_watts = given.mining_watts,
    mining_since = given.mining_since, hot_since = given.hot_since, hot_from = given.hot_from, hot_at = given.hot_at
  from given join free using (id, user_id) where devices.id = given.id and (select count(turn) from turns) >= 0
  returning devices.id, devices.user_id, given.is_published),
  published as materialized (select ${publishSql(sql`user_id`)} as sent
    from (select distinct user_id from mine where is_published) as users)`

/** Additions of all changes; parts without any are left out. */
function additionParts(writes: readonly DeviceWrite[]): RawBuilder<unknown>[] {
  const all = <T>(of: (change: DeviceChange) => readonly T[] | undefined) =>
    writes.flatMap(({ state: { device }, change }) => (of(change) ?? []).map((one) => ({ one, device, change })))
  const shares = all(({ shares }) => shares)
  const events = all(({ events }) => events).map(({ one, device }) => ({ ...one, device_id: device.id }))
  const works = all(({ work }) => work && [work])
  const controls = all(({ control }) => control && [control])
  return [
    ...hourParts(writes.map(({ state: { device }, change }) => ({ deviceId: device.id, counts: change.counts ?? [] }))),
    ...(shares.length === 0
      ? []
      : [
          sql`kept as (insert into shares (work_id, nonce, device_id, difficulty, accepted_at)
            select work_id, nonce, mine.id, difficulty, accepted_at from mine join jsonb_to_recordset(${json(
              shares.map(({ one: { work, nonce }, device, change: { at } }) => ({
                ...{
                  device_id: device.id,
                  work_id: work.id,
                  nonce,
                  difficulty: work.difficulty,
                  accepted_at: new Date(at),
                },
              })),
            )}) as share (device_id text, work_id text, nonce text, difficulty bigint, accepted_at timestamptz) on device_id = mine.id)`,
        ]),
    ...(events.length === 0 ? [] : [eventPart(json(events.map((event) => ({ ...event, at: new Date(event.at) }))))]),
    ...(works.length === 0
      ? []
      : [
          sql`assigned as (insert into works (id, device_id, project, challenge, difficulty, issued_at, expires_at)
            select work.id, mine.id, project, challenge, difficulty, issued_at, expires_at
            from mine join jsonb_to_recordset(${json(
              works.map(({ one, device }) => ({
                ...{
                  ...one,
                  device_id: device.id,
                  issued_at: new Date(one.issuedAt),
                  expires_at: new Date(one.expiresAt),
                },
              })),
            )}) as work (id text, device_id text, project text, challenge text, difficulty bigint, issued_at timestamptz,
              expires_at timestamptz) on device_id = mine.id)`,
        ]),
    ...(controls.length === 0
      ? []
      : [
          controlPart(
            json(
              controls.map(({ one, device }) => ({
                ...{ device_id: device.id, settings: one.settings, followed_id: one.followedId },
              })),
            ),
          ),
        ]),
  ]
}
