import { notify } from '#service/messaging/notify/notify.ts'
import type { Context } from '#service/platform/context.ts'
import { publish } from '#service/platform/live/publish.ts'
import { addEvent } from './events.ts'

/** Two miners that are restarted in turn would fill the inbox. */
const NOTIFY_EVERY_MS = 86_400_000

/** Tells the owner of a device, once a day, that a miner of it was stopped because another one has been started. */
export async function notifyReplacedMiner(ctx: Context, tokenHash: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (db) => {
    const device = await db
      .selectFrom('devices')
      .select(['id', 'user_id', 'name'])
      .where('token_hash', '=', tokenHash)
      .where('unbound_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!device) return
    const known = await db
      .selectFrom('device_events')
      .select('id')
      .where('device_id', '=', device.id)
      .where('kind', '=', 'replaced')
      .where('at', '>', new Date(now - NOTIFY_EVERY_MS))
      .executeTakeFirst()
    if (known) return
    await addEvent(db, { deviceId: device.id, at: now, kind: 'replaced' })
    await notify(db, {
      userId: device.user_id,
      source: `replaced/${device.id}/${now}`,
      kind: 'deviceReplaced',
      values: { name: device.name },
      at: now,
    })
    await publish(db, device.user_id)
  })
}
