import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

export const notifyOwnData: OwnData = {
  parts: {
    alert_settings: (id) =>
      sql`select lang, zone, quiet_from, quiet_to, offline_minutes, digest from alert_settings where user_id = ${id}`,
    alert_choices: (id) =>
      sql`select event, channel, is_on from alert_choices where user_id = ${id} order by event, channel`,
    alert_addresses: (id) => sql`
      select 'webhook' as channel, url as address from alert_webhooks where user_id = ${id}
      union all select 'chat', chat_id from alert_chats where user_id = ${id}
      union all select 'push', browser from push_subscriptions where user_id = ${id}`,
    alert_deliveries: (id) =>
      sql`select channel, last_at, last_error from alert_recipients where user_id = ${id} order by channel, recipient`,
  },
  personal: [
    'alert_settings',
    'alert_choices',
    'alert_webhooks',
    'alert_chats',
    'alert_recipients',
    'push_subscriptions',
    'alerts_held',
    'user_messages',
  ],
  async forget(db, { userId }) {
    const messages = db.selectFrom('user_messages').select('id').where('user_id', '=', userId)
    await db.deleteFrom('alerts_untold').where('message_id', 'in', messages).execute()
  },
}
