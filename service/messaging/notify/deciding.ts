import { type ExternalChannel, externalChannels } from '#lib/rules/alerts.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Alert } from './alert.ts'
import { type Wants, wantsOf } from './choices.ts'
import { hrefsOf } from './hrefs.ts'
import { declaredOf } from './kinds.ts'
import { hold, queueAlert } from './queue.ts'
import { type Reach, reachOf } from './reach.ts'
import { BROADCAST, writtenInBoth } from './written-texts.ts'

const BATCH = 100

/**
 * Sends on by their other ways the messages that were left in boxes, each once, by whichever node comes first: what is
 * queued and what is crossed off are one transaction.
 */
export async function decideAlerts(ctx: Context): Promise<void> {
  while ((await ctx.db.transaction().execute((db) => decideBatch(ctx, db))) === BATCH) {}
}

const untold = (db: Database) =>
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

type Row = Awaited<ReturnType<typeof untold>>[number]

async function decideBatch(ctx: Context, db: Database): Promise<number> {
  const rows = await untold(db)
  if (rows.length === 0) return 0
  const users = rows.map(({ user_id: id }) => id)
  const [wants, reach, alerts] = [await wantsOf(db, users), await reachOf(ctx, db, users), await alertsOf(db, rows)]
  for (const row of rows) {
    const alert = alerts.get(row.message_id)
    if (alert) await send(ctx, db, { alert, wants, reach, isMailed: row.is_mailed })
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

/** What the messages tell: an operator's text is taken along in both languages. */
async function alertsOf(db: Database, rows: readonly Row[]): Promise<ReadonlyMap<string, Alert>> {
  const broadcasts = rows.flatMap(({ kind, details }) => (kind === BROADCAST ? [details.broadcast ?? ''] : []))
  const texts = await writtenInBoth(db, BROADCAST, broadcasts)
  const hrefs = await hrefsOf(db, rows)
  const alerts = rows.flatMap((row): [string, Alert][] => {
    const { event } = declaredOf(row.kind)
    if (event === undefined) return []
    const text = row.kind === BROADCAST ? texts.get(row.details.broadcast ?? '') : undefined
    const told = text ? { kind: 'announcement', values: text } : { kind: row.kind, values: row.details }
    const href = hrefs(row) ?? '/messages'
    const { message_id: id, user_id: userId } = row
    return [[id, { id, userId, event, ...told, href, at: row.at.getTime() }]]
  })
  return new Map(alerts)
}

interface Sending {
  alert: Alert
  wants: Wants
  reach: Reach
  /** Whether its letter is on its way already. */
  isMailed: boolean
}

/** Queues an alert for every way that its user has chosen and set up; what may wait waits for the end of quiet hours. */
export async function send(ctx: Context, db: Database, { alert, wants, reach, isMailed }: Sending): Promise<void> {
  const { userId, event } = alert
  const ways = externalChannels.filter(
    (channel: ExternalChannel) =>
      !(channel === 'email' && isMailed) && reach.has(userId, channel) && wants(userId, event, channel),
  )
  for (const channel of ways) {
    const until = reach.quietUntil(userId, { event, channel })
    if (until === undefined) await queueAlert(ctx, db, { ...alert, channel })
    else await hold(db, { alert, channel, until })
  }
}
