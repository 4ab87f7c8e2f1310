import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'

/** Machines of every state, in turn by their number: free, rented, silent, paused, lacking, stopped, and exposed ones. */
export async function addManyGpus(db: Database, of: { ownerId: string; count: number; now: number }): Promise<void> {
  const { ownerId, count } = of
  const now = new Date(of.now)
  await sql`
    insert into gpus (id, owner_id, token_hash, model, memory_mib, count, cpu, cores, ram_mib, disk_gib, network_mbps, region, reach, images,
      price, share, longest_hours, paused, added_at, last_seen_at, lacking, driver, reliability)
    select 'gpu-' || n, ${ownerId}, 'gpu-' || n, 'RTX ' || 3060 + n % 40, 8192 * (1 + n % 6), 1 + n % 8, 'EPYC', 8, 65536, 500, 1000,
      'Region ' || n % 12, 'internet', '{plain}', 100000 + (n * 7919) % 900000, 8000, 720, n % 7 = 3, ${now}::timestamptz - n * interval '1 minute',
      ${now}::timestamptz - case n % 7 when 2 then interval '1 day' else interval '1 second' end, n % 7 = 4,
      case n % 11 when 5 then 'process' else 'docker' end, 9000 + n % 1000
    from generate_series(1, ${count}::int) n`.execute(db)
  await sql`
    insert into gpu_rentals (id, user_id, request_id, gpu_id, price, share, longest_hours, image, keys, lang, state, reason, rented_at,
      running_at, stopped_at, ended_at, hours_charged, paid_until, paid)
    select 'rental-' || n || '-' || turn, ${ownerId}, 'rental-' || n || '-' || turn, 'gpu-' || n, 1000, 8000, 720, 'plain', '[]', 'en',
      case turn when 0 then 'ended' else 'running' end, case turn when 0 then 'released' end, ${now}, ${now},
      case turn when 0 then ${now}::timestamptz end, case turn when 0 then ${now}::timestamptz end, 1, ${now}, 0
    from generate_series(1, ${count}::int) n, generate_series(0, 1) turn where n % 7 = 1 or (n % 7 = 0 and turn = 0)`.execute(
    db,
  )
  await sql`
    insert into gpu_requests (id, user_id, name, region, network_mbps, price, about, state, asked_at, share, longest_hours, gpu_id)
    select 'request-' || n, ${ownerId}, 'Machine', 'Region', 100, 1000, '', 'stopped', ${now}, 8000, 720, 'gpu-' || n
    from generate_series(1, ${count}::int) n where n % 13 = 6`.execute(db)
}
