import * as v from 'valibot'
import { Amount, CurrencyCode, UtcDay } from './amounts.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { pagedReply, pageRequest } from './paging.ts'

/**
 * Sources of earnings, by name and wire number (SPEC-3.18); an ambassador gets a share of the invitees' mining.
 */
export const earningType = { pc: 0, cloud: 1, ambassador: 2 } as const
export type EarningTypeName = keyof typeof earningType
export const EarningType = v.picklist(Object.values(earningType))
export type EarningType = v.InferOutput<typeof EarningType>

/** The source of an earning: a device, an order with its plan's title, or the invite tier of an ambassador's share. */
export const EarningSource = v.variant('kind', [
  v.object({ kind: v.literal('device'), id: Id, name: v.string() }),
  v.object({ kind: v.literal('order'), id: Id, name: v.string(), nameZh: v.string() }),
  v.object({ kind: v.literal('ambassador'), id: Id, tier: v.picklist([1, 2]) }),
])
export type EarningSource = v.InferOutput<typeof EarningSource>

/** Settled and frozen for 24 hours, or withdrawable; -100 means no filter (SPEC-9.26). */
export const earningStatus = { any: -100, frozen: 0, withdrawable: 1 } as const

/** One coin's money, each amount in exactly one place. Mined amounts are estimates and in no balance. */
export const CoinBalance = v.object({
  currencyCode: CurrencyCode,
  /** Estimated earnings of today's verified work at today's rates. */
  minedToday: Amount,
  /** Estimate for days that are over but not settled. */
  settling: Amount,
  /** The part of the two estimates that comes from rented hash rate; the rest comes from devices. */
  cloudToday: Amount,
  cloudSettling: Amount,
  frozen: Amount,
  /** When each frozen amount becomes withdrawable, soonest first. */
  releases: v.array(v.object({ amount: Amount, releaseAt: UnixSeconds })),
  /** Withdrawable now. */
  balance: Amount,
  withdrawing: Amount,
  withdrawn: Amount,
  /** Sum of all settled earnings. */
  total: Amount,
  /** Settled for yesterday; absent until yesterday's settlement has run. */
  yesterday: v.nullable(Amount),
})
export type CoinBalance = v.InferOutput<typeof CoinBalance>

export const earningsOverview = endpoint('/user-income-detail/overview-data', {
  auth: true,
  request: NoFields,
  reply: v.object({
    coins: v.array(CoinBalance),
    /** Worth in USDT, at the dated prices, of all settled earnings. */
    userTotalIncomeAmount: Amount,
    /** True if the account has ever had a device, money, an order or a recharge. */
    hasHistory: v.boolean(),
    /** When the running day's settlement is due, and the last settled day; days before any work count as settled. */
    settlementAt: UnixSeconds,
    settledDay: UtcDay,
    serverTime: UnixSeconds,
  }),
})

const CoinAmount = v.object({ currencyCode: CurrencyCode, amount: Amount })

export const dailyIncome = endpoint('/user-income-detail/get-daily-income', {
  auth: true,
  request: v.object({ startDate: UtcDay, endDate: UtcDay, type: v.optional(EarningType) }),
  reply: v.object({
    /** One row a day of the range; days without earnings have no coins. */
    days: v.array(
      v.object({
        date: UtcDay,
        settled: v.boolean(),
        coins: v.array(v.object({ currencyCode: CurrencyCode, amount: Amount, frozen: Amount })),
      }),
    ),
    total: v.array(CoinAmount),
    /** The same number of days just before the range. */
    previous: v.array(CoinAmount),
    sources: v.array(v.object({ source: EarningSource, coins: v.array(CoinAmount) })),
  }),
  refuses: ['RANGE_REVERSED', 'RANGE_TOO_LONG'],
})

/** Earnings of one coin on one UTC day. */
const EarningDay = v.object({
  time: UnixSeconds,
  currencyCode: CurrencyCode,
  amount: Amount,
  status: v.picklist([earningStatus.frozen, earningStatus.withdrawable]),
  releaseAt: UnixSeconds,
  /** Number of devices or orders that it comes from. */
  sources: Count,
})

export const earningsByDay = endpoint('/user-income-detail/user-earnings', {
  auth: true,
  request: v.object({
    ...pageRequest(5),
    sortField: v.optional(v.picklist(['time', 'amount']), 'time'),
    sort: v.optional(v.picklist(['asc', 'desc']), 'desc'),
    type: v.optional(EarningType),
  }),
  reply: pagedReply(EarningDay),
})

export const currencyOverview = endpoint('/user-income-detail/currency-overview-data', {
  auth: true,
  request: v.object({ currencyCode: CurrencyCode, type: v.optional(EarningType) }),
  reply: v.object({
    currencyCode: CurrencyCode,
    total: Amount,
    yesterday: v.nullable(Amount),
    frozen: Amount,
    days: Count,
    firstDay: v.nullable(UtcDay),
    bestDay: v.nullable(v.object({ date: UtcDay, amount: Amount })),
  }),
})
