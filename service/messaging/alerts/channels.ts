import type { AlertChannel, ExternalChannel } from '#lib/rules/alerts.ts'
import type { Context } from '#service/platform/context.ts'
import { recordOutsideAct } from '#service/platform/db/change-tracking.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { newId } from '#service/platform/ids.ts'
import type { Delivery } from '../notify/alert.ts'
import { deliver } from '../notify/delivery.ts'
import { DeliveryError, failureText } from '../notify/failures.ts'
import { notify } from '../notify/notify.ts'
import { ALERT_QUEUE, jobIdOf } from '../notify/queue.ts'
import { reachabilityOf } from '../notify/reachability.ts'
import { browsersOf } from '../notify/subscriptions.ts'

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
  const alert = { id: newId(), userId, event: 'report', href: '/user/alerts', at, ...content } as const
  const recipients = await recipientsOf(ctx, userId, channel)
  if (recipients.length === 0) throw new RefusalError('CHANNEL_NOT_SET')
  // Each browser gets its own, whatever the others answer.
  const sent = await Promise.allSettled(
    recipients.map((recipient) => deliverNow(ctx, { ...alert, channel, recipient }, lang)),
  )
  for (const one of sent) if (one.status === 'rejected') throw one.reason
}

/** Sends the newest alert again that a recipient did not take, in place of its next try. */
export async function sendAgain(
  ctx: Context,
  of: { userId: string; channel: ExternalChannel; recipient: string; lang: Lang },
): Promise<void> {
  const { userId, channel, recipient } = of
  const row = await ctx.db
    .selectFrom('alert_recipients')
    .select('undelivered')
    .where('user_id', '=', userId)
    .where('channel', '=', channel)
    .where('recipient', '=', recipient)
    .executeTakeFirst()
  if (!row?.undelivered) throw new RefusalError('CHANNEL_NOT_SET')
  const delivery = { ...row.undelivered, channel, recipient }
  await deliverNow(ctx, delivery, of.lang)
  await ctx.jobs.cancel(ALERT_QUEUE, jobIdOf(delivery))
}

/** The addresses of a channel that is set up; none where it is not. */
async function recipientsOf(ctx: Context, userId: string, channel: ExternalChannel): Promise<readonly string[]> {
  if (channel === 'push') return (await browsersOf(ctx.db, [userId])).get(userId) ?? []
  return (await reachabilityOf(ctx, ctx.db, [userId])).has(userId, channel) ? [''] : []
}

/** Delivers while the user waits. Refuses with the reason where it was not delivered. */
async function deliverNow(ctx: Context, delivery: Delivery, lang: Lang): Promise<void> {
  recordOutsideAct()
  const outcome = await deliver(ctx, delivery).catch((error: unknown) => {
    if (!(error instanceof DeliveryError)) throw error
    ctx.log.warn({ err: error, channel: delivery.channel }, 'an alert was not delivered')
    throw new RefusalError('ALERT_NOT_DELIVERED', { why: failureText(error.message, lang) })
  })
  if (outcome !== 'delivered') throw new RefusalError('CHANNEL_GONE')
}
