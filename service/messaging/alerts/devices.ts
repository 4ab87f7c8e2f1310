import { sql } from 'kysely'
import { DEFAULT_HOT_CELSIUS, HOT_ALERT_MS, OFFLINE_AFTER_MS } from '#lib/rules/devices.ts'
import { utcDateTime } from '#lib/time/format.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { notifyAll } from '../notify/notify.ts'

const MINUTE_MS = 60_000
/** Default minutes of silence before a device is reported offline. */
const DEFAULT_MINUTES = 15
/** Older silences began before the user asked for alerts, or while the service was down. */
const MAX_SILENCE_MS = 86_400_000
/** How long a device may be online without an accepted share. */
const IDLE_MS = 30 * MINUTE_MS
/** Maximum names in an alert about several devices. */
const MAX_NAMES = 5

interface ClaimedDevice {
  id: string
  user_id: string
  name: string
  /** Start of the silence, the return, the idle time or the heat. */
  since: Date
  /** Temperature and limit of a hot device, in °C. */
  celsius?: number
  limit?: number
}

interface DeviceNotification {
  one: 'deviceOffline' | 'deviceBack' | 'deviceIdle' | 'deviceHot'
  many: 'devicesOffline' | 'devicesBack' | 'devicesIdle' | 'devicesHot'
  source: string
  now: number
}

/** Alerts users about devices that went offline or came back; several devices of one user become one message. */
export async function watchSilence(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (db) => {
    const silent = await claimSilent(db, now)
    await notifyOwners(db, silent, { one: 'deviceOffline', many: 'devicesOffline', source: 'offline', now })
    await notifyOwners(db, await claimBack(db), { one: 'deviceBack', many: 'devicesBack', source: 'back', now })
  })
}

/** Alerts users about devices that are online and earn nothing. */
export async function watchIdle(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (db) => {
    await sql`
      update device_alerts set idle_since = null from devices
      where device_id = devices.id and idle_since is not null
        and (last_share_at > idle_since or state <> 'mining' or last_seen_at < ${new Date(now - OFFLINE_AFTER_MS)})
    `.execute(db)
    await notifyOwners(db, await claimIdle(db, now), { one: 'deviceIdle', many: 'devicesIdle', source: 'idle', now })
  })
}

/** Alerts users about devices that stay hot. A pause does not matter: a PC that is hot without mining needs its user, too. */
export async function watchHot(ctx: Context): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (db) => {
    await notifyOwners(db, await claimHot(db, now), { one: 'deviceHot', many: 'devicesHot', source: 'hot', now })
  })
}

/**
 * Records, once for each silence, the devices that are silent for longer than their user's limit. The first one of a user
 * brings all other silent ones along: they probably failed together. A paused device is not silent.
 */
async function claimSilent(db: Database, now: number): Promise<ClaimedDevice[]> {
  const { rows } = await sql<ClaimedDevice>`
    with silent as (
      select devices.id, devices.user_id, last_seen_at,
        last_seen_at <= ${new Date(now)}::timestamptz
          - coalesce(offline_minutes, ${DEFAULT_MINUTES}) * interval '1 minute' as is_due
      from devices
        left join alert_settings on alert_settings.user_id = devices.user_id
        left join device_alerts on device_id = devices.id
      where unbound_at is null and state = 'mining' and not coalesce(is_muted, false)
        and last_seen_at < ${new Date(now - OFFLINE_AFTER_MS)} and last_seen_at > ${new Date(now - MAX_SILENCE_MS)}
        and silent_since is distinct from last_seen_at
    ), claimed as (
      insert into device_alerts (device_id, silent_since)
      select id, last_seen_at from silent
      where user_id in (select user_id from silent where is_due)
      order by id
      on conflict (device_id) do update set silent_since = excluded.silent_since
        where device_alerts.silent_since is distinct from excluded.silent_since
      returning device_id, silent_since
    )
    select devices.id, user_id, name, silent_since as since
    from claimed join devices on devices.id = device_id order by user_id, name, devices.id`.execute(db)
  return rows
}

async function claimBack(db: Database): Promise<ClaimedDevice[]> {
  await sql`
    update device_alerts set silent_since = null from devices
    where device_id = devices.id and silent_since is not null and unbound_at is not null`.execute(db)
  const { rows } = await sql<ClaimedDevice>`
    with back as (
      update device_alerts set silent_since = null from devices
      where device_id = devices.id and silent_since is not null and last_seen_at > silent_since and state <> 'ended'
      returning devices.id, user_id, name, is_muted, last_seen_at as since
    )
    select id, user_id, name, since from back where not is_muted order by user_id, name, id`.execute(db)
  return rows
}

async function claimIdle(db: Database, now: number): Promise<ClaimedDevice[]> {
  const before = new Date(now - IDLE_MS)
  const { rows } = await sql<ClaimedDevice>`
    with idle as (
      insert into device_alerts (device_id, idle_since)
      select devices.id, ${new Date(now)}::timestamptz from devices
        left join device_alerts on device_id = devices.id
      where unbound_at is null and state = 'mining' and not coalesce(is_muted, false) and idle_since is null
        -- No share for so long is none in the rate window: the condition of an index that few devices are in.
        and (recent_work is null or recent_work = 0 or recent_work_at is distinct from last_seen_at)
        and last_seen_at >= ${new Date(now - OFFLINE_AFTER_MS)} and online_since < ${before}
        and (last_share_at is null or last_share_at < ${before})
        and (mining_since is null or mining_since < ${before})
      order by devices.id
      on conflict (device_id) do update set idle_since = excluded.idle_since
        where device_alerts.idle_since is null
      returning device_id
    )
    select devices.id, user_id, name, greatest(last_share_at, online_since, mining_since) as since
    from idle join devices on devices.id = device_id order by user_id, name, devices.id`.execute(db)
  return rows
}

/** Records, once until they have cooled down, the devices whose reports have been hot for long enough, the last one included. */
async function claimHot(db: Database, now: number): Promise<ClaimedDevice[]> {
  const { rows } = await sql<ClaimedDevice>`
    with hot as (
      insert into device_alerts (device_id, hot_since)
      select devices.id, devices.hot_since from devices
        left join device_alerts on device_id = devices.id
      where unbound_at is null and state <> 'ended' and not coalesce(is_muted, false)
        and last_seen_at >= ${new Date(now - OFFLINE_AFTER_MS)} and hot_at = last_seen_at
        and hot_from <= ${new Date(now - HOT_ALERT_MS)}
        and device_alerts.hot_since is distinct from devices.hot_since
      order by devices.id
      on conflict (device_id) do update set hot_since = excluded.hot_since
        where device_alerts.hot_since is distinct from excluded.hot_since
      returning device_id
    )
    select devices.id, user_id, name, hot_from as since, round((sensors->>'celsius')::numeric)::integer as celsius,
      coalesce((settings->>'maxCelsius')::integer, ${DEFAULT_HOT_CELSIUS}) as limit
    from hot join devices on devices.id = hot.device_id
      left join device_controls on device_controls.device_id = devices.id
    order by user_id, name, devices.id`.execute(db)
  return rows
}

/** One message for each user; rows are ordered by user. */
async function notifyOwners(
  db: Database,
  found: readonly ClaimedDevice[],
  { one, many, source, now }: DeviceNotification,
): Promise<void> {
  const news = [...Map.groupBy(found, ({ user_id: id }) => id)].flatMap(([userId, devices]) => {
    const [first] = devices
    if (!first) return []
    const since = Math.min(...devices.map((device) => device.since.getTime()))
    const named = devices.slice(0, MAX_NAMES).map(({ name }) => name)
    const names = named.join(', ') + (devices.length > MAX_NAMES ? ', …' : '')
    const time = utcDateTime(Math.floor(since / 1000))
    return {
      userId,
      source: `${source}/${first.id}/${first.since.getTime()}`,
      kind: devices.length > 1 ? many : one,
      values: {
        ...{ name: first.name, names, count: String(devices.length), time },
        ...{ celsius: String(first.celsius ?? ''), limit: String(first.limit ?? '') },
      },
      at: now,
    }
  })
  await notifyAll(db, news)
}

/** Mutes or unmutes the alerts of a device; the caller checks its owner. */
export async function muteDevice(db: Database, deviceId: string, isMuted: boolean): Promise<void> {
  const row = { is_muted: isMuted }
  await db
    .insertInto('device_alerts')
    .values({ device_id: deviceId, ...row, silent_since: null, idle_since: null })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet(row))
    .execute()
}
