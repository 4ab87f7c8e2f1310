import { $factor } from './factor-store.ts'
import { $google } from './google-store.ts'
import { $passkeys } from './passkeys-store.ts'
import { $sessions } from './store.ts'

export const reads = [$sessions, $factor, $google, $passkeys]
