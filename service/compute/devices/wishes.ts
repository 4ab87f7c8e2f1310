import { sql } from 'kysely'
import type { Wish } from '#lib/contract/miner-settings.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { publish } from '#service/platform/live/publish.ts'

interface Devices {
  userId: string
  ids: readonly string[]
}

/** Locks the devices, so that none is unbound meanwhile. Refuses DEVICE_UNKNOWN unless all are bound to the user. */
async function lockDevices(db: Database, { userId, ids }: Devices): Promise<void> {
  const rows = await db
    .selectFrom('devices')
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .forKeyShare()
    .execute()
  if (rows.length < new Set(ids).size) throw new RefusalError('DEVICE_UNKNOWN')
}

/**
 * Asks devices to change something. A wish that is pending is extended; the id increases, so that a device which is about to confirm
 * the one before does not confirm this one.
 */
export async function makeWish(db: Database, of: Devices & { wish: Omit<Wish, 'id'>; now: number }): Promise<void> {
  await lockDevices(db, of)
  const wish = JSON.stringify(of.wish)
  await sql`
    insert into device_controls as control (device_id, wish, wish_id, wish_at)
    select distinct id, ${wish}::jsonb, 1, ${new Date(of.now)}::timestamptz from unnest(${of.ids}::text[]) as asked (id)
    order by id
    on conflict (device_id) do update set wish_id = control.wish_id + 1, wish_at = excluded.wish_at,
      wish = case
        when control.wish_id > control.followed_id and control.wish ? 'settings' and excluded.wish ? 'settings'
          then control.wish || excluded.wish
            || jsonb_build_object('settings', (control.wish -> 'settings') || (excluded.wish -> 'settings'))
        when control.wish_id > control.followed_id then control.wish || excluded.wish
        else excluded.wish
      end`.execute(db)
  await publish(db, of.userId)
}

/** Takes the pending wishes of devices back; their ids count as followed, so that a late confirmation means nothing. */
export async function withdrawWishes(db: Database, of: Devices): Promise<void> {
  await lockDevices(db, of)
  await db
    .updateTable('device_controls')
    .set(({ ref }) => ({ wish: null, wish_at: null, followed_id: ref('wish_id') }))
    .where('device_id', '=', sql<string>`any(${of.ids})`)
    .execute()
  await publish(db, of.userId)
}
