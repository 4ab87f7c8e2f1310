/** What other features may use of devices. */
export { AddDevice, DownloadLink } from './add-device.tsx'
export { BindCode } from './bind-code.tsx'
export { $binding, forgetCode } from './binding.ts'
export { durationText, rateParts } from './format.ts'
export { DeviceList } from './list.tsx'
export { todayCells } from './row.tsx'
export { $statistics } from './statistics.ts'
export { $homeDevices } from './store.ts'
