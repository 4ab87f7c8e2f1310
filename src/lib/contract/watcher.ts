import * as v from 'valibot'
import { minedCoins } from '../money/coins.ts'
import { runningStatuses } from '../rules/orders.ts'
import { Amount, UtcDay } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, Page, UnixSeconds } from './fields.ts'
import { PlanType } from './market.ts'
import { Run } from './orders.ts'
import { pagedList, pageSizeRequest, statusesFilter } from './paging.ts'

const MinedCoin = v.picklist(minedCoins)

/** A paid order as it runs. */
export const WatchedOrder = v.object({
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
  /** Whole days of output left. */
  daysLeft: Count,
  /** Settled output, and the estimate for that time when it was ordered. */
  output: Amount,
  estimatedSoFar: Amount,
  estimatedOutput: Amount,
  /** Worth of the output at today's price, in percent of the paid price. */
  realisedPercent: v.number(),
})
export type WatchedOrder = v.InferOutput<typeof WatchedOrder>

export const watcher = endpoint('/commodity/watcher', {
  auth: true,
  request: v.object({
    /** Empty means all (SPEC-4.23); "preparing" sends ready too. */
    runningStatus: statusesFilter(runningStatuses),
    type: v.optional(PlanType),
    ...pageSizeRequest(20),
    page: v.optional(Page, 1),
  }),
  reply: pagedList(WatchedOrder, { serverTime: UnixSeconds }),
})

const CoinAmount = v.object({ currencyCode: MinedCoin, amount: Amount })

export const Line = v.object({
  type: PlanType,
  ready: Count,
  preparing: Count,
  running: Count,
  ended: Count,
  /** Running hash rate in `unit` for each coin; rates of different coins cannot be compared. */
  hashrates: v.array(CoinAmount),
  unit: v.string(),
  output: v.array(CoinAmount),
  /** Settled for yesterday; null until then. */
  yesterday: v.nullable(v.array(CoinAmount)),
})

export const watcherView = endpoint('/commodity/get-watcher-view', {
  auth: true,
  request: NoFields,
  reply: v.object({ lines: v.array(Line), serverTime: UnixSeconds }),
})

/** Output of each UTC day beside its estimate, of one order or of a whole line, one list per coin. */
export const Days = v.object({
  currencyCode: MinedCoin,
  days: v.array(
    v.object({
      date: UtcDay,
      /** Null until the day is settled. */
      amount: v.nullable(Amount),
      estimate: Amount,
      /** Uptime of its farm in percent; of several farms the mean by hash rate. */
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

/** Whether a link publishes this watcher, and since when. Its secret is returned only when it is created. */
export const watchLink = endpoint('/commodity/watch-link', {
  auth: true,
  request: NoFields,
  reply: v.object({ since: v.nullable(UnixSeconds) }),
})

/** Creates a link and revokes the previous one. */
export const createWatchLink = endpoint('/commodity/watch-link-make', {
  auth: true,
  request: NoFields,
  reply: v.object({ secret: v.string(), since: UnixSeconds }),
})

export const revokeWatchLink = endpoint('/commodity/watch-link-revoke', {
  auth: true,
  request: NoFields,
  reply: NoFields,
})
