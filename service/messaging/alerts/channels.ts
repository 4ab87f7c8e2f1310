import { randomBytes } from 'node:crypto'
import type { AlertChannel } from '#lib/rules/alerts.ts'
import { browserLabel } from '#lib/text/browser-name.ts'
import type { Context } from '#service/platform/context.ts'
import { encrypt } from '#service/platform/encryption.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Session } from '#service/platform/http/sessions.ts'
import { newId } from '#service/platform/ids.ts'
import { deliver } from '../notify/delivery.ts'
import { DeliveryError, failureText } from '../notify/failures.ts'
import { notify } from '../notify/notify.ts'
import { reachabilityOf } from '../notify/reachability.ts'
import { WEBHOOK_PURPOSE } from '../notify/webhooks.ts'

/** Sets the webhook's address with a new secret, which is returned only now; or removes it. */
export async function setWebhook(ctx: Context, userId: string, url: string | null): Promise<{ secret: string | null }> {
  if (url === null) {
    await ctx.db.deleteFrom('alert_webhooks').where('user_id', '=', userId).execute()
    return { secret: null }
  }
  if (!ctx.outbound.isPostable(url)) throw new RefusalError('WEBHOOK_ADDRESS')
  const secret = `whsec_${randomBytes(24).toString('base64url')}`
  const row = {
    url: new URL(url).href,
    secret_box: encrypt(secret, ctx.pepper, WEBHOOK_PURPOSE),
    failures: 0,
    last_error: null,
    off_at: null,
  }
  await ctx.db
    .insertInto('alert_webhooks')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return { secret }
}

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

/**
 * Sends a test alert by a channel and waits for the result: success means that it has arrived, or that the mail server has
 * accepted it.
 */
export async function sendTest(
  ctx: Context,
  userId: string,
  { channel, lang }: { channel: AlertChannel; lang: Lang },
): Promise<void> {
  const at = ctx.clock.now()
  const content = { kind: 'alertTest', values: {} } as const
  if (channel === 'app') {
    const source = `alert-test/${newId()}`
    await ctx.db.transaction().execute((db) => notify(db, { userId, source, ...content, at }))
    return
  }
  const reach = await reachabilityOf(ctx, ctx.db, [userId])
  if (!reach.has(userId, channel)) throw new RefusalError('CHANNEL_NOT_SET')
  const alert = { id: newId(), userId, event: 'report', href: '/user/alerts', at, ...content } as const
  try {
    await deliver(ctx, { ...alert, channel })
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    ctx.log.warn({ err: error, channel }, 'a test alert was not delivered')
    throw new RefusalError('ALERT_NOT_DELIVERED', { why: failureText(error.message, lang) })
  }
  // The delivery deletes a chat or a subscription that is gone.
  if (!(await reachabilityOf(ctx, ctx.db, [userId])).has(userId, channel)) throw new RefusalError('CHANNEL_GONE')
}
