import type { ColumnType, Generated } from 'kysely'
import type { AlertChannel, AlertEvent, digests, OfflineMinutes, OuterChannel } from '#lib/rules/alerts.ts'
import type { Alert } from '#service/messaging/notify/alert.ts'
import type { Lang } from '../../http/messages.ts'

export interface AlertTables {
  alert_settings: AlertSettingTable
  alert_choices: AlertChoiceTable
  alert_webhooks: AlertWebhookTable
  alert_chats: AlertChatTable
  alert_chat_codes: AlertChatCodeTable
  push_subscriptions: PushSubscriptionTable
  alerts_untold: AlertUntoldTable
  alerts_held: AlertHeldTable
  device_alerts: DeviceAlertTable
  notice_alerts: NoticeAlertTable
  shared_secrets: SharedSecretTable
}

export interface AlertSettingTable {
  user_id: string
  /** The language that letters and other alerts are written in. */
  lang: Lang
  zone: Generated<string>
  /** Minutes of a day in that zone; both or neither. */
  quiet_from: number | null
  quiet_to: number | null
  offline_minutes: Generated<OfflineMinutes>
  digest: Generated<(typeof digests)[number]>
  /** When the last digest was written. */
  digest_at: Date | null
}

export interface AlertChoiceTable {
  user_id: string
  event: AlertEvent
  channel: AlertChannel
  is_on: boolean
}

export interface AlertWebhookTable {
  user_id: string
  url: string
  /** Sealed by the pepper. */
  secret_box: string
  /** Deliveries that failed one after another. */
  failures: Generated<number>
  last_error: string | null
  off_at: Date | null
}

export interface AlertChatTable {
  user_id: string
  chat_id: string
  linked_at: Date
}

export interface AlertChatCodeTable {
  code_hash: string
  user_id: string
  /** The code ends with it. */
  session_id: string | null
  expires_at: Date
}

export interface PushSubscriptionTable {
  id: string
  user_id: string
  /** It ends with this session. */
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  browser: string
  created_at: Date
}

export interface AlertUntoldTable {
  message_id: string
  /** Whether whoever wrote the message has queued its letter already. */
  is_mailed: boolean
  at: Date
}

export interface AlertHeldTable {
  id: string
  user_id: string
  channel: OuterChannel
  alert: ColumnType<Alert, string, never>
  due_at: Date
}

export interface DeviceAlertTable {
  device_id: string
  is_muted: Generated<boolean>
  /** When it was last seen, as told; null while it is not told of. */
  silent_since: Date | null
  idle_since: Date | null
}

export interface NoticeAlertTable {
  notice_id: string
  done_up_to: string
  ended_at: Date | null
}

export interface SharedSecretTable {
  name: string
  box: string
}
