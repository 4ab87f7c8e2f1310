import { sql } from 'kysely'
import { OFFLINE_AFTER_MS } from '#lib/rules/devices.ts'
import type { Context } from '#service/platform/context.ts'
import { publishSql } from '#service/platform/live/publish.ts'

/** Notifies the open pages of devices whose reports have stopped: those that became offline since the last run on any node. */
export async function publishSilentDevices(ctx: Context): Promise<void> {
  const now = new Date(ctx.clock.now())
  await ctx.db.transaction().execute(async (db) => {
    const { looked_at: before } = await db
      .selectFrom('device_watch')
      .select('looked_at')
      .forUpdate()
      .executeTakeFirstOrThrow()
    // After the clock was set back, this time was checked before.
    if (now <= before) return
    await db.updateTable('device_watch').set({ looked_at: now }).execute()
    const silentAt = (checkedAt: Date) => new Date(checkedAt.getTime() - OFFLINE_AFTER_MS)
    await sql`
      select ${publishSql(sql`user_id`)} from (
        select distinct user_id from devices
        where unbound_at is null and state <> 'ended'
          and last_seen_at >= ${silentAt(before)} and last_seen_at < ${silentAt(now)}
      ) as silent`.execute(db)
  })
}
