import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const rentalOwnData: OwnData = {
  parts: {
    ssh_keys: (id) =>
      sql`select name, type, base64, fingerprint, added_at from gpu_keys where user_id = ${id} order by added_at desc`,
    gpu_rentals: (id) => sql`
      select id, gpu_id, image, hours, state, reason, paid as amount, 'USDT' as coin, rented_at, ended_at
      from gpu_rentals where user_id = ${id} order by rented_at desc`,
    gpu_rental_hours: (id) => sql`
      select rental_id, begins_at, amount, 'USDT' as coin, returned_at from gpu_rental_hours
      join gpu_rentals on gpu_rentals.id = rental_id where user_id = ${id} order by begins_at desc`,
    gpu_rental_events: (id) => sql`
      select rental_id, at, kind, detail from gpu_events join gpu_rentals on gpu_rentals.id = rental_id
      where user_id = ${id} order by at desc`,
    gpu_templates: (id) => sql`
      select id, name, image, ports, disk_gib, saved_at from gpu_templates where user_id = ${id} order by saved_at desc`,
    gpu_ports: (id) => sql`
      select rental_id, port, published_at from gpu_ports join gpu_rentals on gpu_rentals.id = rental_id
      where user_id = ${id} order by published_at desc`,
    gpu_waits: (id) => sql`
      select gpu_id, since from gpu_waits where user_id = ${id} order by since desc`,
    gpu_warnings: (id) => sql`select hours from gpu_warnings where user_id = ${id}`,
    gpu_machines: (id) => sql`
      select id, model, count, cpu, cores, region, price as amount, 'USDT' as coin, longest_hours, address, paused, added_at,
        last_seen_at from gpus where owner_id = ${id} order by added_at desc`,
    gpu_requests: (id) => sql`
      select id, name, region, network_mbps, about, price as amount, 'USDT' as coin, state, asked_at, decided_at, reason, reason_zh,
        gpu_id
      from gpu_requests where user_id = ${id} order by asked_at desc`,
    gpu_earnings: (id) =>
      sql`select day, gpu_id, hours, amount, 'USDT' as coin from gpu_earnings where user_id = ${id} order by day desc`,
  },
  personal: ['gpu_keys', 'gpu_requests', 'gpu_templates', 'gpu_terminals', 'gpu_waits', 'gpu_warnings'],
  blockers: {
    rentals: (userId) => sql`
      select from gpu_rentals join gpus on gpus.id = gpu_id
      where ${userId} in (user_id, owner_id) and ended_at is null`,
  },
  async lock(db, userId) {
    // Blocks new rentals of the user's machines, because a rental locks the machine's row.
    await db.selectFrom('gpus').select('id').where('owner_id', '=', userId).orderBy('id').forUpdate().execute()
  },
  async forget(db, { userId }) {
    await db.updateTable('gpus').set({ paused: true, token_hash: null }).where('owner_id', '=', userId).execute()
  },
}
