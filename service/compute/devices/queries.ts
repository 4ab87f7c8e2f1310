import { type Expression, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { DeviceFilter, DeviceSort } from '#lib/contract/device-list.ts'
import type { MinerSettings, Wish } from '#lib/contract/miner-settings.ts'
import type { Coin } from '#lib/money/coins.ts'
import { OFFLINE_AFTER_MS, RATE_WINDOW_MS } from '#lib/rules/devices.ts'
import type { Database } from '#service/platform/db/open.ts'
import { dayOf, MIN_WINDOW_MS } from './rules.ts'
import { earnedOn, sortOrder } from './sort-order.ts'
import type { DeviceTable } from './tables.ts'

const DAY_MS = 86_400_000

/** Column expression: verified work of a device in the rate window before `end`, of works issued since it came online. */
export const recentWorkBefore = (end: RawBuilder<unknown>): RawBuilder<string> =>
  sql`(select coalesce(sum(shares.difficulty), 0) from shares join works on works.id = work_id
    where shares.device_id = devices.id and issued_at >= devices.online_since
      and accepted_at > ${end} - ${`${RATE_WINDOW_MS} milliseconds`}::interval)`

/**
 * Column expression: verified work in the rate window before the last report. It is kept by that report, unless a node of a version
 * before handled it.
 */
export const recentWork: RawBuilder<string> = sql`
  (case when devices.recent_work_at = devices.last_seen_at then devices.recent_work
    else ${recentWorkBefore(sql`devices.last_seen_at`)} end)`

const onlineSql = (now: number): Expression<SqlBool> =>
  sql<SqlBool>`coalesce(state <> 'ended' and last_seen_at >= ${new Date(now - OFFLINE_AFTER_MS)}, false)`

/** Counts of a device for a project within the hour that began at `hour`, Unix milliseconds. */
export interface HourRow extends HourSum {
  project: string
  accepted: number
  refused: number
}

/** A device of a page, with its hours since yesterday and its run time for every project. */
export interface ListedDevice
  extends Pick<
    Selectable<DeviceTable>,
    | ('id' | 'name' | 'hardware' | 'gpu_count' | 'miner_version' | 'state')
    | ('bound_at' | 'online_since' | 'last_seen_at' | 'last_share_at')
    | ('pause' | 'sensors' | 'mining_watts' | 'mining_since')
    | ('hot_since' | 'hot_from' | 'hot_at')
  > {
  settings: MinerSettings | null
  /** Null unless it is pending. */
  wish: Omit<Wish, 'id'> | null
  wish_at: Date | null
  recent_work: string
  hours: HourRow[]
  projects: { project: string; coin: Coin; seconds: number }[]
  earned: { coin: Coin; amount: string }[]
}

const listed = sql`id, name, hardware, gpu_count, miner_version, state, bound_at, online_since, last_seen_at, last_share_at,
  pause, sensors, mining_watts, mining_since, hot_since, hot_from, hot_at`

export interface DevicePageRequest {
  userId: string
  status: DeviceFilter
  search: string
  sort: DeviceSort
  page: number
  pageSize: number
  /** The UTC day before today. */
  yesterday: string
  now: number
}

/** A user's devices, a page at a time, with the number of all that the filter lets through: one statement. */
export async function devicePage(
  db: Database,
  of: DevicePageRequest,
): Promise<{ rows: ListedDevice[]; total: number }> {
  const online = onlineSql(of.now)
  const passes = { all: sql`true`, on: online, off: sql`not ${online}` }[of.status]
  const named = sql`(position(lower(${of.search}) in lower(name)) > 0 or starts_with(id, ${of.search}))`
  const found = sql`devices where user_id = ${of.userId} and unbound_at is null and ${passes} and ${named}`
  const order = sortOrder(of.sort, { online: sql`${online}`, recentWork, yesterday: of.yesterday })
  const { rows } = await sql<ListedDevice & { total: string }>`
    select ${listed}, total, settings, case when wish_id > followed_id then wish end as wish, wish_at,
      ${recentWork} as recent_work,
      (select coalesce(json_agg(json_build_object('project', project, 'hour', extract(epoch from hour) * 1000,
          'seconds', seconds, 'work', work, 'accepted', accepted, 'refused', refused)), '[]')
        from device_hours where device_id = devices.id and hour >= ${new Date(dayOf(of.now) - DAY_MS)}
          and hour <= ${new Date(of.now)}) as hours,
      (select json_agg(json_build_object('project', projects.project, 'coin', coin, 'seconds', coalesce(seconds, 0))
          order by projects.project)
        from projects left join device_totals on device_totals.project = projects.project and device_id = devices.id
      ) as projects,
      ${earnedOn(of.yesterday)} as earned
    from (
      select ${listed}, recent_work, recent_work_at, count(*) over () as total, row_number() over (order by ${order}) as place from ${found}
      order by place limit ${of.pageSize} offset ${(of.page - 1) * of.pageSize}
    ) as devices
      left join device_controls on device_controls.device_id = devices.id
    order by place`.execute(db)
  // A page behind the last one has no row with the total.
  const counted = rows[0] ?? (await sql<{ total: string }>`select count(*) as total from ${found}`.execute(db)).rows[0]
  return { rows, total: Number(counted?.total) }
}

/** Numbers of a user's devices, and the hash rate of those that are online by `hashRate` (rules.ts). */
export async function countDevices(db: Database, userId: string, now: number) {
  const milliseconds = sql`extract(epoch from last_seen_at - coalesce(online_since, last_seen_at)) * 1000`
  const window = sql`least(${RATE_WINDOW_MS}::numeric, greatest(${MIN_WINDOW_MS}::numeric, ${milliseconds}))`
  const row = await db
    .selectFrom('devices')
    .select((expression) => [
      expression.fn.countAll<string>().as('total'),
      expression.fn.countAll<string>().filterWhere(onlineSql(now)).as('online'),
      sql<number>`coalesce(sum(${recentWork}::float8 / (${window}::float8 / 1000)) filter (where ${onlineSql(now)}), 0)`.as(
        'hashrate',
      ),
    ])
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { total: Number(row.total), online: Number(row.online), hashrate: row.hashrate }
}

/**
 * Hourly sums over the bound devices of a user: those over all devices, less those of devices that were unbound since. `from` is
 * yesterday or later, as sums are kept until a day is settled and over.
 */
export async function hoursOfBound(db: Database, of: { userId: string; from: number; to: number }): Promise<HourSum[]> {
  const range = sql`hour >= ${new Date(of.from)} and hour < ${new Date(of.to)}`
  const { rows } = await sql<{ hour: Date; seconds: bigint; work: bigint }>`
    select hour, sum(seconds) as seconds, sum(work) as work from (
      select hour, seconds, work from user_hours where user_id = ${of.userId} and ${range}
      union all
      select hour, -seconds, -work from devices
        cross join lateral (select hour, seconds, work from device_hours where device_id = devices.id and ${range}) as own
      where user_id = ${of.userId} and unbound_at >= ${new Date(of.from - DAY_MS)}
    ) as summed
    group by hour having sum(seconds) <> 0 or sum(work) <> 0`.execute(db)
  return rows.map((row) => ({ hour: row.hour.getTime(), seconds: Number(row.seconds), work: Number(row.work) }))
}

/** Run time of each project between two moments, unbound devices included. */
export async function secondsByProject(
  db: Database,
  of: { userId: string; from: number; to: number },
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('device_hours')
    .innerJoin('devices', 'devices.id', 'device_hours.device_id')
    .select((expression) => ['device_hours.project', expression.fn.sum<bigint>('device_hours.seconds').as('seconds')])
    .where('devices.user_id', '=', of.userId)
    .where('device_hours.hour', '>=', new Date(of.from))
    .where('device_hours.hour', '<', new Date(of.to))
    .groupBy('device_hours.project')
    .execute()
  return new Map(rows.map((row) => [row.project, Number(row.seconds)]))
}

/** Run time of all devices of a user, unbound ones included, or of one of them. */
export async function secondsOf(db: Database, of: { userId: string; id?: string | undefined }): Promise<number> {
  let query = db
    .selectFrom('device_totals')
    .innerJoin('devices', 'devices.id', 'device_totals.device_id')
    .select((expression) => expression.fn.sum<bigint | null>('device_totals.seconds').as('seconds'))
    .where('devices.user_id', '=', of.userId)
  if (of.id !== undefined) query = query.where('devices.id', '=', of.id)
  return Number((await query.executeTakeFirstOrThrow()).seconds ?? 0)
}

export interface HourSum {
  hour: number
  seconds: number
  work: number
}

export const ownDevice = (db: Database, userId: string, id: string) =>
  db
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .executeTakeFirst()

export async function coinsByProject(db: Database): Promise<Map<string, Coin>> {
  const rows = await db.selectFrom('projects').select(['project', 'coin']).orderBy('project').execute()
  return new Map(rows.map((row) => [row.project, row.coin]))
}
