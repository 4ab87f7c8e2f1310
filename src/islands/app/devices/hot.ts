import type { Machine } from '#lib/contract/device-list.ts'
import { HOT_ALERT_MS } from '#lib/rules/devices.ts'

/** True for a device that is hot for as long as an alert needs; a few minutes are usual. */
export const isLongHot = (device: Machine): device is Machine & { hot: NonNullable<Machine['hot']> } =>
  device.hot !== null && device.hot.minutes * 60_000 >= HOT_ALERT_MS
