import type { OwnData } from '#service/platform/own-data.ts'
import { notifyOwnData } from '../notify/own-data.ts'

/** Personal data of alerts, with those of the notifications that they extend. */
export const alertsOwnData: OwnData = {
  ...notifyOwnData,
  personal: [...(notifyOwnData.personal ?? []), 'alert_chat_codes'],
}
