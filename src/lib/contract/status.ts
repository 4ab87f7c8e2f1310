import * as v from 'valibot'
import { publicRead } from './endpoint.ts'
import { UnixSeconds } from './fields.ts'

const DecimalAmount = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/))

/** Public status of the service: whether it works, its last settlement, and today's payouts (UTC). */
export const Status = v.object({
  service: v.picklist(['up', 'limited']),
  database: v.picklist(['up', 'down']),
  /** Null until the first day is settled. */
  lastSettlement: v.nullable(v.object({ day: v.pipe(v.string(), v.isoDate()), settledAt: UnixSeconds })),
  /** One entry for each coin that was credited since 00:00 UTC. */
  payoutsToday: v.array(v.object({ coin: v.string(), amount: DecimalAmount })),
  /** Time of this status, by the service's clock. */
  serverTime: UnixSeconds,
})
export type Status = v.InferOutput<typeof Status>

export const statusRead = publicRead('/status', Status)
