import type { Generated } from 'kysely'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    alert_chat_codes: AlertChatCodeTable
    device_alerts: DeviceAlertTable
    notice_alerts: NoticeAlertTable
  }
}

export interface AlertChatCodeTable {
  code_hash: string
  user_id: string
  /** The code ends with it. */
  session_id: string | null
  expires_at: Date
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
