import type { Context } from '#service/platform/context.ts'
import type { RenderedDelivery } from './alert.ts'
import { DeliveryError } from './failures.ts'
import { firstLine } from './render-alert.ts'
import { removeSubscription } from './subscriptions.ts'

/** HTTP statuses of a push service for an ended subscription (RFC 8030, 7.3). */
const ENDED = [404, 410]

/** Sends an alert to the user's browsers with a valid session; ended subscriptions are deleted. */
export async function pushTo(ctx: Context, { delivery, written }: RenderedDelivery): Promise<void> {
  const now = new Date(ctx.clock.now())
  const browsers = await ctx.db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.user_id', '=', delivery.userId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute()
  const { id, href, userId } = delivery
  const payload = JSON.stringify({ id, title: written.title, text: firstLine(written.text), href, userId })
  const failed: string[] = []
  for (const browser of browsers) {
    const status = await ctx.push.send(browser, payload).catch(() => 0)
    if (ENDED.includes(status)) await removeSubscription(ctx.db, { id: browser.id })
    else if (status < 200 || status >= 300)
      failed.push(`${new URL(browser.endpoint).host}: ${status === 0 ? 'ETIMEDOUT' : `HTTP ${status}`}`)
  }
  // A retry replaces the notification with the same tag, so nobody sees it twice.
  if (failed.length > 0) throw new DeliveryError(failed.join(', '))
}
