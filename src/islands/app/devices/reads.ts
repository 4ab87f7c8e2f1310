import { $statistics } from '../core/shell/statistics.ts'
import { $devices } from './store.ts'

export const reads = [$statistics, $devices]
