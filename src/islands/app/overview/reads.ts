import { $homeDevices, $statistics } from '../devices/store.ts'
import { $earnings, $homeIncome } from '../earnings/store.ts'

export const reads = [$statistics, $homeDevices, $earnings, $homeIncome]
