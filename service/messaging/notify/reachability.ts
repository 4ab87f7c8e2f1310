import { type AlertEvent, alertRule, type ExternalChannel } from '#lib/rules/alerts.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { quietUntil } from './quiet-hours.ts'

/** By which channels users can be reached, and when. */
export interface Reachability {
  has(userId: string, channel: ExternalChannel): boolean
  /** The end of the user's quiet hours in Unix milliseconds; undefined for immediately, as for locked events. */
  quietUntil(userId: string, of: { event: AlertEvent; channel: ExternalChannel }): number | undefined
}

/** Loads the channels and the quiet hours of users, for the current time. */
export async function reachabilityOf(ctx: Context, db: Database, userIds: readonly string[]): Promise<Reachability> {
  const now = ctx.clock.now()
  const ids = [...new Set(userIds)]
  if (ids.length === 0) return { has: () => false, quietUntil: () => undefined }
  const settings = await db.selectFrom('alert_settings').selectAll().where('user_id', 'in', ids).execute()
  const webhooks = await db
    .selectFrom('alert_webhooks')
    .select('user_id')
    .where('user_id', 'in', ids)
    .where('off_at', 'is', null)
    .execute()
  const chats = await db.selectFrom('alert_chats').select('user_id').where('user_id', 'in', ids).execute()
  const browsers = await db
    .selectFrom('push_subscriptions')
    .select('user_id')
    .distinct()
    .where('user_id', 'in', ids)
    .execute()
  const setOf = (rows: readonly { user_id: string }[]) => new Set(rows.map((row) => row.user_id))
  const set = { push: setOf(browsers), webhook: setOf(webhooks), telegram: setOf(ctx.telegram ? chats : []) }
  const quiet = new Map(settings.map((row) => [row.user_id, row]))
  return {
    has: (userId, channel) => channel === 'email' || set[channel].has(userId),
    quietUntil(userId, { event, channel }) {
      const { zone, quiet_from: from, quiet_to: to } = quiet.get(userId) ?? {}
      if (zone === undefined || from == null || to == null || alertRule(event, channel) === 'locked') return undefined
      return quietUntil({ zone, from, to }, now)
    },
  }
}
