import { sql } from 'kysely'
import { OFFLINE_AFTER_MS } from '#lib/rules/devices.ts'
import type { Context } from '#service/platform/context.ts'
import { publishSql } from '#service/platform/live/publish.ts'

/**
 * Tells the open pages of devices that have become offline by saying nothing, each once: those whose time has run out since
 * the last look, whoever looked then.
 */
export async function tellSilent(ctx: Context): Promise<void> {
  const now = new Date(ctx.clock.now())
  await ctx.db.transaction().execute(async (db) => {
    const { looked_at: before } = await db
      .selectFrom('device_watch')
      .select('looked_at')
      .forUpdate()
      .executeTakeFirstOrThrow()
    // A clock that was set back has looked already.
    if (now <= before) return
    await db.updateTable('device_watch').set({ looked_at: now }).execute()
    const silentAt = (look: Date) => new Date(look.getTime() - OFFLINE_AFTER_MS)
    await sql`
      select ${publishSql(sql`user_id`)} from (
        select distinct user_id from devices
        where unbound_at is null and state <> 'ended'
          and last_seen_at >= ${silentAt(before)} and last_seen_at < ${silentAt(now)}
      ) as silent`.execute(db)
  })
}
