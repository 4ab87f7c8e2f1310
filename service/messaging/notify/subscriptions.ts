import { browserLabel } from '#lib/text/browser-name.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import { newId } from '#service/platform/ids.ts'

/** Maximum browsers of one user. */
const MAX_BROWSERS = 10

interface SubscriptionRequest {
  session: Session
  userAgent: string
  subscription: { endpoint: string; p256dh: string; auth: string }
}

/**
 * Saves a browser's push subscription with its session. The next user who signs in there takes it over, and the oldest beyond
 * the maximum are deleted.
 */
export async function savePushSubscription(
  ctx: Context,
  { session, userAgent, subscription }: SubscriptionRequest,
): Promise<{ id: string }> {
  const { endpoint, p256dh, auth } = subscription
  if (!ctx.outbound.isPostable(endpoint)) throw new RefusalError('PUSH_ADDRESS')
  const row = {
    user_id: session.userId,
    session_id: session.id,
    endpoint,
    p256dh,
    auth,
    browser: browserLabel(userAgent),
    created_at: new Date(ctx.clock.now()),
  }
  return ctx.db.transaction().execute(async (db) => {
    const saved = await db
      .insertInto('push_subscriptions')
      .values({ id: newId(), ...row })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(row))
      .returning('id')
      .executeTakeFirstOrThrow()
    const newest = db
      .selectFrom('push_subscriptions')
      .select('id')
      .where('user_id', '=', session.userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(MAX_BROWSERS)
    await db
      .deleteFrom('push_subscriptions')
      .where('user_id', '=', session.userId)
      .where('id', 'not in', newest)
      .where('id', '!=', saved.id)
      .execute()
    return saved
  })
}

/** Removes a browser's subscription; of a user, where one is given. */
export async function removeSubscription(db: Database, of: { id: string; userId?: string }): Promise<void> {
  let query = db.deleteFrom('push_subscriptions').where('id', '=', of.id)
  if (of.userId !== undefined) query = query.where('user_id', '=', of.userId)
  await query.execute()
}

/** The browsers of users, by user. */
export async function browsersOf(db: Database, userIds: readonly string[]): Promise<ReadonlyMap<string, string[]>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['id', 'user_id'])
    .where('user_id', 'in', [...new Set(userIds)])
    .orderBy('created_at')
    .execute()
  const byUser = Map.groupBy(rows, (row) => row.user_id)
  return new Map([...byUser].map(([userId, of]) => [userId, of.map(({ id }) => id)]))
}

/** Deletes an ended subscription; returns its browser, unless the same session has subscribed again since. */
export async function endSubscription(db: Database, id: string): Promise<string | undefined> {
  const ended = await db
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .returning(['browser', 'session_id', 'created_at'])
    .executeTakeFirst()
  if (!ended) return undefined
  const newer = await db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('session_id', '=', ended.session_id)
    .where('created_at', '>=', ended.created_at)
    .limit(1)
    .executeTakeFirst()
  return newer ? undefined : ended.browser
}
