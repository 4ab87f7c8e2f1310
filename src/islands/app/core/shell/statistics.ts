import { atom } from 'nanostores'
import { shellEndpoints } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'

/** Poll interval of device statistics. */
export const REFRESH_MS = 10_000

/** Sums over all devices of the account: on the overview, and in the shell's settlement clock. */
export const $statistics = createResource(() => shellEndpoints().then(({ machineStatistics }) => machineStatistics), {
  $payload: atom({}),
  everyMs: REFRESH_MS,
})
