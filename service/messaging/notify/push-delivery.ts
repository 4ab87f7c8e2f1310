import type { Context } from '#service/platform/context.ts'
import type { Outcome, RenderedDelivery } from './alert.ts'
import { DeliveryError } from './failures.ts'
import { firstLine } from './render-alert.ts'

/** HTTP statuses of a push service for an ended subscription (RFC 8030, 7.3). */
const ENDED = [404, 410]

/** Sends an alert to one of the user's browsers, while its session is valid. */
export async function pushTo(ctx: Context, { delivery, written }: RenderedDelivery): Promise<Outcome> {
  const browser = await ctx.db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['endpoint', 'p256dh', 'auth'])
    .where('push_subscriptions.id', '=', delivery.recipient)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', new Date(ctx.clock.now()))
    .executeTakeFirst()
  if (!browser) return 'missing'
  const { id, href, userId } = delivery
  const payload = JSON.stringify({ id, title: written.title, text: firstLine(written.text), href, userId })
  const status = await ctx.push.send(browser, payload).catch((error: Error) => {
    throw new DeliveryError(error.message)
  })
  if (status >= 200 && status < 300) return 'delivered'
  if (ENDED.includes(status)) return { ended: 'PUSH_GONE' }
  throw new DeliveryError(`HTTP ${status}`)
}
