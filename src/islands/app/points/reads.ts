import { $points, $statistics } from './store.ts'
import { $ongoing } from './tasks-store.ts'

export const reads = [$points, $statistics, $ongoing]
