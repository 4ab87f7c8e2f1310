/** Exports for other features. */

export { $statistics } from '../core/shell/statistics.ts'
export { AddDevice } from './add-device.tsx'
export { BindCode } from './bind-code.tsx'
export { $binding, forgetCode } from './binding.ts'
export { DeviceDialogs } from './device-dialogs.tsx'
export { durationText, rateParts } from './format.ts'
export { DeviceList } from './list.tsx'
export { MinerCommand } from './miner-command.tsx'
export { todayCells } from './row.tsx'
export { $homeDevices, $homeFilter } from './store.ts'
