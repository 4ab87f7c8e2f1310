import { $counts, $plans, $running } from './store.ts'

export const reads = [$plans, $counts, $running]
