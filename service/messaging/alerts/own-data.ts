import type { OwnData } from '#service/platform/own-data.ts'
import { notifyOwnData } from '../notify/own-data.ts'

/** With what alerts stand on. */
export const alertsOwnData: OwnData = {
  ...notifyOwnData,
  personal: [...(notifyOwnData.personal ?? []), 'alert_chat_codes'],
}
