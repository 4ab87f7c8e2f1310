import { $sessions } from './store.ts'

/** The other panels load their stores with the screen. */
export const reads = [$sessions]
