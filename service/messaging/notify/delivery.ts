import type { Context } from '#service/platform/context.ts'
import type { Queue } from '#service/platform/jobs/jobs.ts'
import { writeLetter } from '../mail/letters.ts'
import type { Delivery, RenderedDelivery } from './alert.ts'
import { chatTo } from './chat-delivery.ts'
import { DeliveryError } from './failures.ts'
import { langOf } from './language.ts'
import { pushTo } from './push-delivery.ts'
import { ALERT_QUEUE } from './queue.ts'
import { renderAlert } from './render-alert.ts'
import { postTo } from './webhooks.ts'

const channels = { email: mailTo, push: pushTo, webhook: postTo, telegram: chatTo } as const

/** Delivers an alert by its channel. Throws when a retry may succeed. */
export async function deliver(ctx: Context, delivery: Delivery): Promise<void> {
  const written = renderAlert(delivery, await langOf(ctx, delivery.userId))
  await channels[delivery.channel](ctx, { delivery, written, link: `${ctx.config.origin}${delivery.href}` })
}

async function mailTo(ctx: Context, { delivery, written, link }: RenderedDelivery): Promise<void> {
  const { userId } = delivery
  const user = await ctx.directory.byId(ctx.db, userId)
  const lang = await langOf(ctx, userId)
  const values = { ...written, link, choose: `${ctx.config.origin}/user/alerts` }
  await ctx.mail.send(writeLetter(ctx, { to: user.username, lang, kind: 'alert' }, values)).catch((error: Error) => {
    throw new DeliveryError('MAIL_REFUSED', { cause: error })
  })
}

export const notifyQueues = (ctx: Context): Queue[] => [
  { name: ALERT_QUEUE, retryLimit: 6, run: (data) => deliver(ctx, data as Delivery) },
]
