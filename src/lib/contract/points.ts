import * as v from 'valibot'
import { pointSources } from '../rules/points.ts'
import { Amount, UtcDay } from './amounts.ts'
import { endpoint, publicRead } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { hasKeyOfSort, keyedReply, type Sorts, sortedRequest, sortKey } from './keys.ts'

export const PointSource = v.picklist(pointSources)

/** Whole points, as they travel. */
const Points = Amount
const bySource = v.object({ mining: Points, task: Points, referral: Points, 'referral-share': Points })

/**
 * Reasons of point entries: a sentence of `why.` in the points catalogue, with its values. `mined` has `day`; `task`
 * has `title` and `titleZh`; `invited` has `account` (masked) and `day`; `invitee-mined` has `account`, `day` and
 * `percent`; `taken-back` has `account` and `reason`.
 */
export const pointReasons = ['mined', 'task', 'invited', 'invitee-mined', 'taken-back'] as const
export const PointReason = v.object({ kind: v.picklist(pointReasons), values: v.record(v.string(), v.string()) })
export type PointReason = v.InferOutput<typeof PointReason>

export const pointsOverview = endpoint('/points/overview', {
  auth: true,
  request: NoFields,
  reply: v.object({
    total: Points,
    /** Credited for the running UTC day; its mining is credited at the settlement. */
    today: Points,
    sources: bySource,
    /** Estimates at current rates, in no total: of the running day, and of days that are over but not settled. */
    miningToday: Points,
    settling: Points,
    /** Points for 10^12 hashes of verified work, and the first UTC day of this rate. */
    rate: v.object({ points: Points, from: UtcDay }),
    tasksFinished: Count,
    /** When the running day's mining is credited. */
    settlementAt: UnixSeconds,
    serverTime: UnixSeconds,
  }),
})

export const PointEntry = v.object({
  _id: Id,
  /** When they were credited. */
  time: UnixSeconds,
  /** The UTC day that they are credited for. */
  day: UtcDay,
  source: PointSource,
  /** Negative if points were taken back. */
  amount: Points,
  why: PointReason,
})
export type PointEntry = v.InferOutput<typeof PointEntry>

export const pointSorts = { day: ['day', 'number'], points: ['amount', 'number'] } as const satisfies Sorts

/** The history, newest day first: by page number, or after the `next` of the previous page. */
export const pointList = endpoint('/points/list', {
  auth: true,
  request: v.pipe(
    v.object({
      ...sortedRequest(20, pointSorts, 'day'),
      source: v.optional(PointSource),
      /** Filters by the days of the entries. */
      startTime: v.optional(UnixSeconds),
      endTime: v.optional(UnixSeconds),
    }),
    hasKeyOfSort(pointSorts),
  ),
  reply: keyedReply(PointEntry, sortKey(pointSorts)),
  refuses: ['RANGE_REVERSED'],
})

export const pointStatistics = endpoint('/points/earning-points-statistics', {
  auth: true,
  request: v.object({ startTime: UnixSeconds, endTime: UnixSeconds }),
  reply: v.object({
    /** One row a UTC day of the range; unsettled mining is not included. */
    days: v.array(v.object({ date: UtcDay, settled: v.boolean(), sources: bySource })),
    total: bySource,
  }),
  refuses: ['RANGE_REVERSED', 'RANGE_TOO_LONG'],
})

/** Points for 10^12 hashes of verified work today, for visitors. */
export const PointRate = v.object({ points: Points })
export const pointRateRead = publicRead('/point-rate', PointRate)
