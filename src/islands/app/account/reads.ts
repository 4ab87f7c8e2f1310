import { $sessions } from './store.ts'

/** The other panels bring their own stores with the screen. */
export const reads = [$sessions]
