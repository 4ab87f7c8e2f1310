import { type ExternalChannel, externalChannels } from '#lib/rules/alerts.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Alert } from './alert.ts'
import { type AlertChoices, alertChoicesOf } from './choices.ts'
import { hrefsOf } from './hrefs.ts'
import { kindInfo } from './kinds.ts'
import { BROADCAST, operatorTextsInBoth } from './operator-texts.ts'
import { holdAlert, queueAlert } from './queue.ts'
import { type Reachability, reachabilityOf } from './reachability.ts'

const BATCH = 100

/**
 * Dispatches new inbox messages to the other channels, each once, from whichever node comes first: the queued alerts and the
 * deletion from the outbox are one transaction.
 */
export async function dispatchAlerts(ctx: Context): Promise<void> {
  while ((await ctx.db.transaction().execute((db) => dispatchBatch(ctx, db))) === BATCH) {}
}

const pendingAlerts = (db: Database) =>
  db
    .selectFrom('alerts_untold')
    .innerJoin('user_messages', 'user_messages.id', 'alerts_untold.message_id')
    .select(['message_id', 'is_mailed', 'user_id', 'kind', 'details', 'user_messages.at'])
    .orderBy('alerts_untold.at')
    .orderBy('message_id')
    .limit(BATCH)
    .forUpdate('alerts_untold')
    .skipLocked()
    .execute()

type Row = Awaited<ReturnType<typeof pendingAlerts>>[number]

async function dispatchBatch(ctx: Context, db: Database): Promise<number> {
  const rows = await pendingAlerts(db)
  if (rows.length === 0) return 0
  const users = rows.map(({ user_id: id }) => id)
  const [choices, reachability, alerts] = [
    await alertChoicesOf(db, users),
    await reachabilityOf(ctx, db, users),
    await alertsOf(db, rows),
  ]
  for (const row of rows) {
    const alert = alerts.get(row.message_id)
    if (alert) await dispatchAlert(ctx, db, { alert, choices, reachability, isMailed: row.is_mailed })
  }
  await db
    .deleteFrom('alerts_untold')
    .where(
      'message_id',
      'in',
      rows.map(({ message_id: id }) => id),
    )
    .execute()
  return rows.length
}

/** The alerts of messages; an operator's text is included in both languages. */
async function alertsOf(db: Database, rows: readonly Row[]): Promise<ReadonlyMap<string, Alert>> {
  const broadcasts = rows.flatMap(({ kind, details }) => (kind === BROADCAST ? [details.broadcast ?? ''] : []))
  const texts = await operatorTextsInBoth(db, BROADCAST, broadcasts)
  const hrefs = await hrefsOf(db, rows)
  const alerts = rows.flatMap((row): [string, Alert][] => {
    const { event } = kindInfo(row.kind)
    if (event === undefined) return []
    const text = row.kind === BROADCAST ? texts.get(row.details.broadcast ?? '') : undefined
    const content = text ? { kind: 'announcement', values: text } : { kind: row.kind, values: row.details }
    const href = hrefs(row) ?? '/messages'
    const { message_id: id, user_id: userId } = row
    return [[id, { id, userId, event, ...content, href, at: row.at.getTime() }]]
  })
  return new Map(alerts)
}

interface Dispatch {
  alert: Alert
  choices: AlertChoices
  reachability: Reachability
  /** Whether its letter was queued separately. */
  isMailed: boolean
}

/** Queues an alert for every channel that the user has chosen and set up; alerts that may wait are held during quiet hours. */
export async function dispatchAlert(
  ctx: Context,
  db: Database,
  { alert, choices, reachability, isMailed }: Dispatch,
): Promise<void> {
  const { userId, event } = alert
  const channels = externalChannels.filter(
    (channel: ExternalChannel) =>
      !(channel === 'email' && isMailed) && reachability.has(userId, channel) && choices(userId, event, channel),
  )
  for (const channel of channels) {
    const until = reachability.quietUntil(userId, { event, channel })
    if (until === undefined) await queueAlert(ctx, db, { ...alert, channel })
    else await holdAlert(db, { alert, channel, until })
  }
}
