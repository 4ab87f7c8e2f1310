import type { ColumnType, Generated } from 'kysely'
import type { Message } from '#lib/contract/messages.ts'
import type { AlertChannel, AlertEvent, digests, ExternalChannel, OfflineMinutes } from '#lib/rules/alerts.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import type { Alert } from './alert.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    alert_settings: AlertSettingTable
    alert_choices: AlertChoiceTable
    alert_webhooks: AlertWebhookTable
    alert_chats: AlertChatTable
    alert_recipients: AlertRecipientTable
    push_subscriptions: PushSubscriptionTable
    alerts_untold: AlertOutboxTable
    alerts_held: AlertHeldTable
    shared_secrets: SharedSecretTable
    user_messages: UserMessageTable
  }
}

export interface AlertSettingTable {
  user_id: string
  /** The language of letters and alerts. */
  lang: Lang
  zone: Generated<string>
  /** Minutes of a day in that zone; both are set or neither. */
  quiet_from: number | null
  quiet_to: number | null
  offline_minutes: Generated<OfflineMinutes>
  digest: Generated<(typeof digests)[number]>
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
  /** Encrypted with the pepper. */
  secret_box: string
  off_at: Date | null
}

/** The last delivery to each address of a user. */
export interface AlertRecipientTable {
  user_id: string
  channel: ExternalChannel
  /** The subscription of a browser; empty for channels with one address. */
  recipient: string
  last_at: Date
  last_error: string | null
  failing_since: Date | null
  /** The newest alert that was not delivered. */
  undelivered: ColumnType<Alert | null, string | null, string | null>
}

export interface AlertChatTable {
  user_id: string
  chat_id: string
  linked_at: Date
}

export interface PushSubscriptionTable {
  id: string
  user_id: string
  /** Valid while this session is. */
  session_id: string
  endpoint: string
  p256dh: string
  auth: string
  browser: string
  created_at: Date
}

export interface AlertOutboxTable {
  message_id: string
  /** Whether the letter of the message was queued separately. */
  is_mailed: boolean
  at: Date
}

export interface AlertHeldTable {
  id: string
  user_id: string
  channel: ExternalChannel
  alert: ColumnType<Alert, string, never>
  due_at: Date
}

export interface SharedSecretTable {
  name: string
  box: string
}

export interface UserMessageTable {
  id: string
  user_id: string
  category: Message['category']
  /** Id of its subject, for example a step of a withdrawal. */
  source: string
  /** Its texts in the mail catalogue. */
  kind: string
  /** Values for the placeholders of the texts. */
  details: ColumnType<Record<string, string>, string, never>
  at: Date
  read_at: Date | null
}
