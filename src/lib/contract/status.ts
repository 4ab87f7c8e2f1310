import * as v from 'valibot'
import { publicRead } from './endpoint.ts'
import { UnixSeconds } from './fields.ts'

const DecimalAmount = v.pipe(v.string(), v.regex(/^\d+(\.\d+)?$/))

/** What anybody may know of the service: whether it works, what it settled last and what it paid out today (UTC). */
export const Status = v.object({
  service: v.picklist(['up', 'limited']),
  database: v.picklist(['up', 'down']),
  /** Null until a first day is settled. */
  lastSettlement: v.nullable(v.object({ day: v.pipe(v.string(), v.isoDate()), settledAt: UnixSeconds })),
  /** One entry for each coin that was credited since 00:00 UTC. */
  payoutsToday: v.array(v.object({ coin: v.string(), amount: DecimalAmount })),
  /** When this was so, by the service's clock. */
  serverTime: UnixSeconds,
})
export type Status = v.InferOutput<typeof Status>

export const statusRead = publicRead('/status', Status)
