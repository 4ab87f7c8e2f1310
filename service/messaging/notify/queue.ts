import type { ExternalChannel } from '#lib/rules/alerts.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { Alert, Delivery } from './alert.ts'

/** Queue of alerts (service/messaging/notify/delivery.ts). */
export const ALERT_QUEUE = 'alert'

/** Queues an alert for a channel, in the caller's transaction. */
export const queueAlert = (ctx: Context, db: Database, delivery: Delivery): Promise<void> =>
  ctx.jobs.send(db, ALERT_QUEUE, delivery)

/** Queues alerts with one statement, in the caller's transaction. */
export const queueAlerts = (ctx: Context, db: Database, deliveries: readonly Delivery[]): Promise<void> =>
  ctx.jobs.sendAll(db, ALERT_QUEUE, deliveries)

/** An alert that waits for the end of quiet hours. */
export interface HeldAlert {
  alert: Alert
  channel: ExternalChannel
  /** Unix milliseconds. */
  until: number
}

/** Holds alerts until the end of quiet hours. */
export async function holdAlerts(db: Database, held: readonly HeldAlert[]): Promise<void> {
  if (held.length === 0) return
  const rows = held.map(({ alert, channel, until }) => ({
    id: newId(),
    user_id: alert.userId,
    channel,
    alert: JSON.stringify(alert),
    due_at: new Date(until),
  }))
  await db.insertInto('alerts_held').values(rows).execute()
}

const BATCH = 200
/** More alerts than this become one summary. */
const MAX_SINGLE_ALERTS = 3

/** Sends the held alerts that are due; many for one user and channel become one. */
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

/** A summary of many alerts, whose list is rendered on delivery (service/messaging/notify/render-alert.ts). */
function summary(alerts: readonly Alert[], now: number): Alert {
  const [first] = alerts
  if (!first) throw new Error('nothing to sum up')
  const held = JSON.stringify(alerts.map(({ kind, values }) => ({ kind, values })))
  const values = { count: String(alerts.length), held }
  return { ...first, id: newId(), kind: 'alertsHeld', values, href: '/messages', at: now }
}
