import { sql } from 'kysely'
import { publishSilentDevices } from '#service/compute/devices/silent-devices.ts'
import { watchHot, watchIdle, watchSilence } from '#service/messaging/alerts/devices.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Comparison } from './compare.ts'

/** Devices that all report, of users with ten each: what every minute has to look through. */
export async function compareSilence(db: Database, devices: number): Promise<Comparison[]> {
  await sql`
    insert into users (id, username, name, password_hash, invite_code, created_at)
    select 's' || n, 's' || n || '@silence.test', 'Silence ' || n, 'none', 'S' || n, now()
    from generate_series(1, ${devices / 10}::int) n on conflict do nothing`.execute(db)
  await sql`
    insert into devices (id, user_id, name, hardware, gpu_count, miner_version, token_hash, state, difficulty, last_sequence,
      bound_at, online_since, last_seen_at, last_share_at, recent_work, recent_work_at, last_answer)
    select 's' || n, 's' || 1 + n / 10 % ${devices / 10}::int, 'PC ' || n, 'Silence', 0, '1.0.0', 's' || n, 'mining', 4096, 1, now(),
      now() - interval '1 day', now() + interval '1 hour', now() + interval '1 hour', 4096, now() + interval '1 hour',
      jsonb_build_object('accepted', 3, 'refused', '[]'::jsonb, 'work', repeat('x', 300))
    from generate_series(1, ${devices}::int) n on conflict do nothing`.execute(db)
  // Half of them have been silent once.
  await sql`
    insert into device_alerts (device_id) select id from devices where hashtext(id) % 2 = 0 on conflict do nothing`.execute(
    db,
  )
  await sql`vacuum analyze`.execute(db)
  const ctx = { db, clock: { now: () => Date.now() + 3_600_000 } } as unknown as Context
  const one = (name: string, after: () => Promise<unknown>): Comparison => ({ name, after, maxMs: 50 })
  return [
    one('devices that went offline or came back', () => watchSilence(ctx)),
    one('devices that earn nothing', () => watchIdle(ctx)),
    one('devices that stay hot', () => watchHot(ctx)),
    one('open pages of silent devices', () => publishSilentDevices(ctx)),
  ]
}
