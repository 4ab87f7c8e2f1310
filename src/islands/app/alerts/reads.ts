import { $settings } from './store.ts'

export const reads = [$settings]
