import { $sessions } from './store.ts'

export const reads = [$sessions]
