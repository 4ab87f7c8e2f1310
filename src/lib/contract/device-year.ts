import * as v from 'valibot'
import { MAX_YEAR_HOURS } from '../rules/year-levels.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, UnixSeconds } from './fields.ts'

/** Verified work by hour, of all devices that the user has ever had or of one: what is drawn, without any amount. */
export const machineYear = endpoint('/machine/getMachineYear', {
  auth: true,
  request: v.object({
    /** The hour of this moment is the first one. */
    from: UnixSeconds,
    hours: v.pipe(Count, v.minValue(1), v.maxValue(MAX_YEAR_HOURS)),
    id: v.optional(Id),
  }),
  reply: v.object({
    from: UnixSeconds,
    /** Hours up to the running one: fewer than asked for where they end in the future. */
    hours: Count,
    /** A level of 0 to 7 for each hour (`packLevels`). */
    levels: v.string(),
    /** Beginning of the first hour with work ever; null without any. */
    firstAt: v.nullable(UnixSeconds),
    serverTime: UnixSeconds,
  }),
  refuses: ['DEVICE_UNKNOWN'],
})
