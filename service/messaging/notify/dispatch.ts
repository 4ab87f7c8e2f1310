import { sql } from 'kysely'
import { type ExternalChannel, externalChannels } from '#lib/rules/alerts.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Alert } from './alert.ts'
import { type AlertChoices, alertChoicesOf } from './choices.ts'
import { hrefsOf } from './hrefs.ts'
import { kindInfo } from './kinds.ts'
import { BROADCAST, operatorTextsInBoth } from './operator-texts.ts'
import { type HeldAlert, holdAlerts, queueAlerts } from './queue.ts'
import { type Reachability, reachabilityOf } from './reachability.ts'

const BATCH = 500

/**
 * Dispatches new inbox messages to the other channels, each once, from whichever node comes first: the queued alerts and the
 * deletion from the outbox are one transaction.
 */
export async function dispatchAlerts(ctx: Context): Promise<void> {
  while ((await ctx.db.transaction().execute((db) => dispatchBatch(ctx, db))) === BATCH) {}
}

interface Row {
  message_id: string
  is_mailed: boolean
  user_id: string
  kind: string
  details: Record<string, string>
  at: Date
}

/** Takes a batch off the outbox by its index, and then only the messages of the batch: a backlog costs as much a row as a few. */
async function takeBatch(db: Database): Promise<Row[]> {
  const { rows } = await sql<Row>`
    with batch as materialized (
      select message_id from alerts_untold order by at limit ${BATCH} for update skip locked
    ), taken as materialized (
      delete from alerts_untold where message_id = any (array(select message_id from batch)) returning message_id, is_mailed
    )
    select message_id, is_mailed, user_id, kind, details, at
    from taken join lateral (select * from user_messages where id = message_id) as message on true
    order by at, message_id`.execute(db)
  return rows
}

async function dispatchBatch(ctx: Context, db: Database): Promise<number> {
  const rows = await takeBatch(db)
  if (rows.length === 0) return 0
  const users = rows.map(({ user_id: id }) => id)
  const [choices, reachability, alerts] = [
    await alertChoicesOf(db, users),
    await reachabilityOf(ctx, db, users),
    await alertsOf(db, rows),
  ]
  const dispatches = rows.flatMap(({ message_id: id, is_mailed: isMailed }) => {
    const alert = alerts.get(id)
    return alert ? [{ alert, isMailed }] : []
  })
  await queueDispatches(ctx, db, { dispatches, choices, reachability })
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
  /** Whether its letter was queued separately. */
  isMailed: boolean
}

interface Dispatches {
  dispatches: readonly Dispatch[]
  choices: AlertChoices
  reachability: Reachability
}

/** Queues alerts for every channel that their users have chosen and set up; those that may wait are held during quiet hours. */
export async function queueDispatches(
  ctx: Context,
  db: Database,
  { dispatches, choices, reachability }: Dispatches,
): Promise<void> {
  const deliveries: { alert: Alert; channel: ExternalChannel }[] = []
  const held: HeldAlert[] = []
  for (const { alert, isMailed } of dispatches) {
    const { userId, event } = alert
    for (const channel of externalChannels) {
      if (channel === 'email' && isMailed) continue
      if (!reachability.has(userId, channel) || !choices(userId, event, channel)) continue
      const until = reachability.quietUntil(userId, { event, channel })
      if (until === undefined) deliveries.push({ alert, channel })
      else held.push({ alert, channel, until })
    }
  }
  await queueAlerts(ctx, db, deliveries)
  await holdAlerts(db, held)
}
