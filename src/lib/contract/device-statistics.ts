import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Count, NoFields, UnixSeconds } from './fields.ts'

/** Hashes a second. */
export const Rate = v.pipe(v.number(), v.minValue(0))

/** Sums of all devices; separate from them because the shell requests it on every screen. */
export const machineStatistics = endpoint('/machine/getMachineStatistics', {
  auth: true,
  request: NoFields,
  reply: v.object({
    total: Count,
    online: Count,
    offline: Count,
    hashrate: Rate,
    todaySeconds: Count,
    /** Verified work of all devices today by UTC hour, as heat levels. */
    hours: v.array(Count),
    serverTime: UnixSeconds,
  }),
})
