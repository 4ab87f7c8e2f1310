import { unbindDevice } from '#service/compute/devices/log.ts'
import type { Database } from '#service/platform/db/open.ts'
import { removeFactor } from '../sign-in/factors.ts'

/** What tells who it was, where it was written to, and what it had set. */
const personal = [
  'passkeys',
  'identities',
  'identity_claims',
  'security_events',
  'user_messages',
  'notice_reads',
  'notice_marks',
  'alert_settings',
  'alert_choices',
  'alert_webhooks',
  'alert_chats',
  'alert_chat_codes',
  'push_subscriptions',
  'alerts_held',
  'balance_alerts',
  'watch_links',
  'gpu_keys',
  'gpu_requests',
  'gpu_waits',
  'gpu_warnings',
  'protect_refusals',
  'payment_guards',
  'bind_codes',
] as const

/** Takes away what belongs to a person. What the books and the chain tell of stays, under an id. */
export async function forget(db: Database, of: { userId: string; username: string; now: number }): Promise<void> {
  const { userId, username, now } = of
  await removeFactor(db, userId)
  // Messages that no way has told yet.
  const untold = db.selectFrom('user_messages').select('id').where('user_id', '=', userId)
  await db.deleteFrom('alerts_untold').where('message_id', 'in', untold).execute()
  for (const table of personal) await db.deleteFrom(table).where('user_id', '=', userId).execute()
  await db.deleteFrom('email_codes').where('username', '=', username).execute()
  await db.deleteFrom('release_mails').where('email', '=', username).execute()
  await db.updateTable('reports').set({ contact: '', browser: null }).where('user_id', '=', userId).execute()
  await endMachines(db, userId, now)
  await db
    .updateTable('users')
    .set({
      username: `${userId.toLowerCase()}@closed.invalid`,
      name: '',
      password_hash: null,
      payment_password_hash: null,
    })
    .where('id', '=', userId)
    .execute()
}

/** Nothing goes on to earn for somebody who can't take it any more. */
async function endMachines(db: Database, userId: string, now: number): Promise<void> {
  const devices = await db
    .selectFrom('devices')
    .select('id')
    .where('user_id', '=', userId)
    .where('unbound_at', 'is', null)
    .execute()
  for (const { id } of devices) await unbindDevice(db, { id, user_id: userId }, now)
  await db.updateTable('gpus').set({ paused: true, token_hash: null }).where('owner_id', '=', userId).execute()
}
