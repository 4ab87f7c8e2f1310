import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { writeLetter } from '../mail/letters.ts'
import type { Delivery, Outcome, RenderedDelivery } from './alert.ts'
import { chatTo } from './chat-delivery.ts'
import { DeliveryError } from './failures.ts'
import { langOf } from './language.ts'
import { pushTo } from './push-delivery.ts'
import { ALERT_QUEUE, queueAlerts } from './queue.ts'
import { endRecipient, saveOutcome } from './recipients.ts'
import { renderAlert } from './render-alert.ts'
import { postTo } from './webhooks.ts'

const channels = { email: mailTo, push: pushTo, webhook: postTo, telegram: chatTo } as const

/** Delivers an alert to its recipient and records the result. Throws DeliveryError when a retry may succeed. */
export async function deliver(ctx: Context, delivery: Delivery): Promise<Outcome> {
  const written = renderAlert(delivery, await langOf(ctx, delivery.userId))
  const rendered = { delivery, written, link: `${ctx.config.origin}${delivery.href}` }
  const outcome = await channels[delivery.channel](ctx, rendered).catch(async (error: unknown) => {
    if (error instanceof DeliveryError) await saveOutcome(ctx, delivery, error.message)
    throw error
  })
  if (outcome === 'delivered') await saveOutcome(ctx, delivery)
  else if (outcome !== 'missing') await endRecipient(ctx, delivery, outcome.ended)
  return outcome
}

/** Delivers a queued alert. One of an older version names no browser: it is queued for each. */
async function deliverQueued(ctx: Context, data: Delivery | Omit<Delivery, 'recipient'>): Promise<void> {
  if ('recipient' in data) return void (await deliver(ctx, data))
  const { channel, ...alert } = data
  await ctx.db.transaction().execute((db) => queueAlerts(ctx, db, [{ alert, channel }]))
}

async function mailTo(ctx: Context, { delivery, written, link }: RenderedDelivery): Promise<Outcome> {
  const { userId } = delivery
  const user = await ctx.directory.byId(ctx.db, userId)
  const lang = await langOf(ctx, userId)
  const values = { ...written, link, choose: `${ctx.config.origin}/user/alerts` }
  await ctx.mail.send(writeLetter(ctx, { to: user.username, lang, kind: 'alert' }, values)).catch((error: Error) => {
    throw new DeliveryError('MAIL_REFUSED', { cause: error })
  })
  return 'delivered'
}

export const notifyQueues = (ctx: Context): Queue[] => [
  { name: ALERT_QUEUE, run: (data) => deliverQueued(ctx, data as Delivery) },
]
