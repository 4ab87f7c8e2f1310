import { createHmac, randomBytes } from 'node:crypto'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { decrypt, encrypt } from '#service/platform/encryption.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import type { Outcome, RenderedDelivery } from './alert.ts'
import { DeliveryError } from './failures.ts'

/** Encryption purpose of webhook secrets. */
const WEBHOOK_PURPOSE = 'webhook secret'
/** `t=1764000000,v1=…`: HMAC-SHA256 over the time, a dot and the body, so that a receiver can detect replays. */
export const signatureOf = (secret: string, time: number, body: string): string =>
  `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`

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
    off_at: null,
  }
  await ctx.db
    .insertInto('alert_webhooks')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute()
  return { secret }
}

/** Posts an alert to the user's webhook. A receiver that answers 410 (Gone) wants nothing more. */
export async function postTo(ctx: Context, { delivery, written, link }: RenderedDelivery): Promise<Outcome> {
  const { userId, id, event, kind, at } = delivery
  const row = await ctx.db
    .selectFrom('alert_webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('off_at', 'is', null)
    .executeTakeFirst()
  if (!row) return 'missing'
  const body = JSON.stringify({ id, event, kind, time: Math.floor(at / 1000), ...written, link })
  const time = Math.floor(ctx.clock.now() / 1000)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Idleforge-Alerts/1',
    'idleforge-delivery': id,
    'idleforge-signature': signatureOf(decrypt(row.secret_box, ctx.pepper, WEBHOOK_PURPOSE), time, body),
  }
  const { status } = await ctx.outbound.post(row.url, { headers, body }).catch((error: Error) => {
    throw new DeliveryError(error.message)
  })
  if (status >= 200 && status < 300) return 'delivered'
  if (status === 410) return { ended: 'HTTP 410' }
  throw new DeliveryError(`HTTP ${status}`)
}

/** Switches a user's webhook off; returns its address where it was on. */
export async function switchOffWebhook(db: Database, userId: string, at: Date): Promise<string | undefined> {
  const row = await db
    .updateTable('alert_webhooks')
    .set({ off_at: at })
    .where('user_id', '=', userId)
    .where('off_at', 'is', null)
    .returning('url')
    .executeTakeFirst()
  return row && new URL(row.url).host
}
