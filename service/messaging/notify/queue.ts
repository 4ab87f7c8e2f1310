import type { ExternalChannel } from '#lib/rules/alerts.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { Alert, Delivery } from './alert.ts'

/** Of alerts on their way (service/messaging/notify/delivery.ts). */
export const ALERT_QUEUE = 'alert'

/** Queues an alert for a way, in the caller's transaction. */
export const queueAlert = (ctx: Context, db: Database, delivery: Delivery): Promise<void> =>
  ctx.jobs.send(db, ALERT_QUEUE, delivery)

/** Keeps an alert until the user may be disturbed again. */
export async function holdAlert(
  db: Database,
  { alert, channel, until }: { alert: Alert; channel: ExternalChannel; until: number },
): Promise<void> {
  await db
    .insertInto('alerts_held')
    .values({ id: newId(), user_id: alert.userId, channel, alert: JSON.stringify(alert), due_at: new Date(until) })
    .execute()
}

const BATCH = 200
/** More than so many at once become one that names them. */
const MAX_SINGLE_ALERTS = 3

/** Sends what has waited long enough; of many for one user by one way it makes a single one. */
export async function releaseHeld(ctx: Context): Promise<void> {
  while ((await ctx.db.transaction().execute((db) => releaseBatch(ctx, db))) === BATCH) {}
}

async function releaseBatch(ctx: Context, db: Database): Promise<number> {
  const now = ctx.clock.now()
  const rows = await db
    .selectFrom('alerts_held')
    .selectAll()
    .where('due_at', '<=', new Date(now))
    .orderBy('user_id')
    .orderBy('channel')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const group of Map.groupBy(rows, (row) => `${row.user_id}/${row.channel}`).values()) {
    const alerts = group.map(({ alert }) => alert).sort((a, b) => a.at - b.at)
    const [first] = group
    if (!first) continue
    const { channel } = first
    for (const alert of alerts.length > MAX_SINGLE_ALERTS ? [summary(alerts, now)] : alerts)
      await queueAlert(ctx, db, { ...alert, channel })
  }
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await db.deleteFrom('alerts_held').where('id', 'in', ids).execute()
  return rows.length
}

/** One alert in place of many; it names them when it is written (service/messaging/notify/render-alert.ts). */
function summary(alerts: readonly Alert[], now: number): Alert {
  const [first] = alerts
  if (!first) throw new Error('nothing to sum up')
  const held = JSON.stringify(alerts.map(({ kind, values }) => ({ kind, values })))
  const values = { count: String(alerts.length), held }
  return { ...first, id: newId(), kind: 'alertsHeld', values, href: '/messages', at: now }
}
