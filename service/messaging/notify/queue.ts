import { createHash } from 'node:crypto'
import { type ExternalChannel, isLasting } from '#lib/rules/alerts.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { newId } from '#service/platform/ids.ts'
import type { Job } from '#service/platform/jobs/jobs.ts'
import type { Alert, Delivery } from './alert.ts'
import { browsersOf } from './subscriptions.ts'

/** Queue of alerts (service/messaging/notify/delivery.ts). */
export const ALERT_QUEUE = 'alert'

/** Retries of about three days for alerts about money and sign-in, and of about an hour for the others. */
const RETRIES = {
  lasting: { limit: 24, maxDelaySeconds: 21_600 },
  usual: { limit: 10, maxDelaySeconds: 1_800 },
} as const

/** The id of a delivery's job, so that each recipient gets each alert once, however often it is queued. */
export function jobIdOf({ id, channel, recipient }: Delivery): string {
  const hex = createHash('sha256').update(`${id}/${channel}/${recipient}`).digest('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}

const toJob = (delivery: Delivery): Job => ({
  id: jobIdOf(delivery),
  data: delivery,
  retry: isLasting(delivery.event) ? RETRIES.lasting : RETRIES.usual,
})

interface AlertByChannel {
  alert: Alert
  channel: ExternalChannel
}

/** Queues alerts with one statement, in the caller's transaction: a job for each recipient, so that none waits for another. */
export async function queueAlerts(ctx: Context, db: Database, alerts: readonly AlertByChannel[]): Promise<void> {
  const users = alerts.flatMap(({ alert, channel }) => (channel === 'push' ? [alert.userId] : []))
  const browsers = await browsersOf(db, users)
  const deliveries = alerts.flatMap(({ alert, channel }): Delivery[] =>
    (channel === 'push' ? (browsers.get(alert.userId) ?? []) : ['']).map((recipient) => ({
      ...alert,
      channel,
      recipient,
    })),
  )
  await ctx.jobs.sendAll(db, ALERT_QUEUE, deliveries.map(toJob))
}

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
    const sent = alerts.length > MAX_SINGLE_ALERTS ? [summary(alerts, now)] : alerts
    await queueAlerts(
      ctx,
      db,
      sent.map((alert) => ({ alert, channel })),
    )
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
