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
  /** The code is valid while this session is. */
  session_id: string | null
  expires_at: Date
}

export interface DeviceAlertTable {
  device_id: string
  is_muted: Generated<boolean>
  /** The last report before the reported silence; null while none was reported. */
  silent_since: Date | null
  idle_since: Date | null
  /** The reported heat: `hot_since` of the device. */
  hot_since: Generated<Date | null>
}

export interface NoticeAlertTable {
  notice_id: string
  done_up_to: string
  ended_at: Date | null
}
