import { $statistics } from './statistics.ts'
import { $devices } from './store.ts'

export const reads = [$statistics, $devices]
