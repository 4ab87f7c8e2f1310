import { cutText } from '#lib/text/characters.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { interpolate } from '#service/platform/interpolate.ts'
import en from '../../../public/locales/en/mail.json' with { type: 'json' }
import zh from '../../../public/locales/zh/mail.json' with { type: 'json' }
import type { Alert, Delivery } from './alert.ts'
import { unlinkChatOf } from './chat-delivery.ts'
import { failureText } from './failures.ts'
import { notify } from './notify.ts'
import { deleteOutcome, type Recipient } from './outcomes.ts'
import { endSubscription } from './subscriptions.ts'
import { switchOffWebhook } from './webhooks.ts'

const DAY_MS = 86_400_000
/** A recipient that has taken nothing for this long has ended. E-mail never ends. */
const MAX_FAILING_MS = 7 * DAY_MS

/** Records the result of a delivery. A recipient that has failed for too long ends. */
export async function saveOutcome(ctx: Context, delivery: Delivery, failure?: string): Promise<void> {
  const { userId, channel, recipient, ...alert } = delivery
  const at = new Date(ctx.clock.now())
  const error = failure === undefined ? null : cutText(failure, 200)
  const result = {
    last_at: at,
    last_error: error,
    undelivered: error === null ? null : JSON.stringify({ ...alert, userId } satisfies Alert),
  }
  const row = await ctx.db
    .insertInto('alert_recipients')
    .values({ user_id: userId, channel, recipient, ...result, failing_since: error === null ? null : at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'channel', 'recipient']).doUpdateSet(({ fn, val }) => ({
        ...result,
        failing_since: error === null ? null : fn.coalesce('alert_recipients.failing_since', val(at)),
      })),
    )
    .returning('failing_since')
    .executeTakeFirstOrThrow()
  const isOver = row.failing_since !== null && at.getTime() - row.failing_since.getTime() >= MAX_FAILING_MS
  if (isOver && channel !== 'email') await endRecipient(ctx, delivery, failure ?? '')
}

/** Ends a recipient, and tells its owner in the inbox and by the other channels. `why` is the code of the failure. */
export async function endRecipient(ctx: Context, of: Recipient, why: string): Promise<void> {
  await ctx.db.transaction().execute(async (db) => {
    const name = await removeRecipient(ctx, db, of)
    if (name === undefined) return
    const { userId, channel, recipient } = of
    if (channel !== 'webhook') await deleteOutcome(db, of)
    const at = ctx.clock.now()
    const nameIn = (texts: Readonly<Record<string, string>>) => interpolate(texts[channel] ?? '', () => name)
    await notify(db, {
      userId,
      source: `alerts-stopped/${channel}/${recipient}/${at}`,
      kind: 'alertsStopped',
      values: {
        ...{ channel: nameIn(en.recipients), channelZh: nameIn(zh.recipients) },
        ...{ reason: failureText(why, 'en'), reasonZh: failureText(why, 'zh') },
      },
      at,
    })
  })
}

/** Removes a recipient and returns its name; undefined where its owner need not be told: it was replaced, or is gone already. */
function removeRecipient(ctx: Context, db: Database, { userId, channel, recipient }: Recipient) {
  if (channel === 'push') return endSubscription(db, recipient)
  if (channel === 'webhook') return switchOffWebhook(db, userId, new Date(ctx.clock.now()))
  return unlinkChatOf(db, userId)
}

/** Ends the browsers whose session has expired: a push subscription lives as long as its sign-in. A sign-out needs no message. */
export async function endExpiredBrowsers(ctx: Context): Promise<void> {
  const now = new Date(ctx.clock.now())
  const rows = await ctx.db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .select(['push_subscriptions.id', 'push_subscriptions.user_id'])
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .execute()
  for (const { id, user_id: userId } of rows)
    await endRecipient(ctx, { userId, channel: 'push', recipient: id }, 'SESSION_OVER')
}
