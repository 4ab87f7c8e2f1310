import * as v from 'valibot'
import { minedCoins } from '../money/coins.ts'
import { runningStatuses } from '../rules/orders.ts'
import { Amount, UtcDay } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, nothing, Page, UnixSeconds } from './fields.ts'
import { PlanType } from './market.ts'
import { Run } from './orders.ts'
import { pagedList, pageSizeAsked, statusesAsked } from './paging.ts'

const MinedCoin = v.picklist(minedCoins)

/** A paid order as it runs. */
export const Watched = v.object({
  orderNo: Id,
  title: v.string(),
  titleZh: v.string(),
  type: PlanType,
  currencyCode: MinedCoin,
  hashrate: Amount,
  unit: v.string(),
  quantity: Count,
  days: Count,
  amount: Amount,
  run: Run,
  /** Whole days of output that are still to come. */
  daysLeft: Count,
  /** Settled so far, and what was estimated for that time when it was ordered. */
  output: Amount,
  estimatedSoFar: Amount,
  estimatedOutput: Amount,
  /** Worth of the output at today's price, in percent of what was paid. */
  realisedPercent: v.number(),
})
export type Watched = v.InferOutput<typeof Watched>

export const watcher = endpoint('/commodity/watcher', {
  auth: true,
  request: v.object({
    /** Empty means all (SPEC-4.23); "preparing" sends ready too. */
    runningStatus: statusesAsked(runningStatuses),
    type: v.optional(PlanType),
    ...pageSizeAsked(20),
    page: v.optional(Page, 1),
  }),
  reply: pagedList(Watched, { serverTime: UnixSeconds }),
})

const CoinAmount = v.object({ currencyCode: MinedCoin, amount: Amount })

export const Line = v.object({
  type: PlanType,
  ready: Count,
  preparing: Count,
  running: Count,
  ended: Count,
  /** Of what runs now, in `unit`, for each coin: those of different coins are no measure of each other. */
  hashrates: v.array(CoinAmount),
  unit: v.string(),
  output: v.array(CoinAmount),
  /** Settled for yesterday; null until that has been done. */
  yesterday: v.nullable(v.array(CoinAmount)),
})

export const watcherView = endpoint('/commodity/get-watcher-view', {
  auth: true,
  request: nothing,
  reply: v.object({ lines: v.array(Line), serverTime: UnixSeconds }),
})

/** Output of each UTC day beside its estimate, of one order or of a whole line, a list for each coin. */
export const Days = v.object({
  currencyCode: MinedCoin,
  days: v.array(
    v.object({
      date: UtcDay,
      /** Null while the day is not settled. */
      amount: v.nullable(Amount),
      estimate: Amount,
      /** Of its farm, in percent; of several the mean by hash rate. */
      uptime: v.number(),
    }),
  ),
})

export const watcherDays = endpoint('/commodity/watcher-days', {
  auth: true,
  request: v.object({ type: PlanType, orderNo: v.optional(Id), startDate: UtcDay, endDate: UtcDay }),
  reply: v.object({ coins: v.array(Days) }),
  refuses: ['RANGE_REVERSED', 'RANGE_TOO_LONG', 'ORDER_UNKNOWN'],
})

/** Whether a link shows this watcher to whoever has it, and since when. Its secret is told once, when it is made. */
export const watchLink = endpoint('/commodity/watch-link', {
  auth: true,
  request: nothing,
  reply: v.object({ since: v.nullable(UnixSeconds) }),
})

/** Makes a link; one that was there before works no more. */
export const makeWatchLink = endpoint('/commodity/watch-link-make', {
  auth: true,
  request: nothing,
  reply: v.object({ secret: v.string(), since: UnixSeconds }),
})

export const revokeWatchLink = endpoint('/commodity/watch-link-revoke', {
  auth: true,
  request: nothing,
  reply: nothing,
})
