import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'

const SLICE = 1000

/** Fills the tables to the size that the budgets name: strangers' rows that every query has to find its way through. */
export async function fillTables(db: Database, of: { users: number; devices: number }): Promise<void> {
  await sql`
    insert into users (id, username, name, password_hash, invite_code, created_at)
    select 'u' || n, 'u' || n || '@volume.test', 'Volume ' || n, 'none', 'V' || n, now()
    from generate_series(1, ${of.users}::int) n`.execute(db)
  await sql`
    insert into devices (id, user_id, name, hardware, gpu_count, miner_version, token_hash, state, difficulty,
      last_sequence, bound_at, online_since, last_seen_at)
    select 'd' || n, 'u' || n, 'PC ' || n, 'Volume', 0, '1.0.0', 'v' || n, 'mining', 4096, 1, now(), now(), now()
    from generate_series(1, ${of.devices}::int) n`.execute(db)
  // In slices, each within the time that the service gives a statement.
  for (let first = 1; first <= of.devices; first += SLICE)
    await sql`
      insert into device_hours (device_id, hour, project, seconds, work, accepted, refused)
      select 'd' || n, date_trunc('hour', now()) - h * interval '1 hour', p.project, 1200, 1000000, 10, 0
      from generate_series(${first}::int, ${Math.min(of.devices, first + SLICE - 1)}::int) n,
        generate_series(0, 23) h, projects p`.execute(db)
  await sql`analyze`.execute(db)
}
