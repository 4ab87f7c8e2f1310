import type { AlertChannel } from '#lib/rules/alerts.ts'
import type { Context } from '#service/platform/context.ts'
import { recordOutsideAct } from '#service/platform/db/change-tracking.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { newId } from '#service/platform/ids.ts'
import { deliver } from '../notify/delivery.ts'
import { DeliveryError, failureText } from '../notify/failures.ts'
import { notify } from '../notify/notify.ts'
import { reachabilityOf } from '../notify/reachability.ts'

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
  recordOutsideAct()
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
