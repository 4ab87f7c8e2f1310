import * as v from 'valibot'
import { Amount, CurrencyCode } from './amounts.ts'
import { EarningSource, EarningType, earningStatus } from './earnings.ts'
import { endpoint } from './endpoint.ts'
import { Id, UnixSeconds } from './fields.ts'
import { hasKeyOfSort, type Sorts, sortedRequest, sortKey } from './keys.ts'
import { pagedReply } from './paging.ts'

export const Earning = v.object({
  _id: Id,
  /** 00:00 UTC of the day that was mined. */
  time: UnixSeconds,
  currencyCode: CurrencyCode,
  amount: Amount,
  type: EarningType,
  source: EarningSource,
  status: v.picklist([earningStatus.frozen, earningStatus.withdrawable]),
  settledAt: UnixSeconds,
  releaseAt: UnixSeconds,
})
export type Earning = v.InferOutput<typeof Earning>

/** Amounts are sorted coin by coin. */
export const earningSorts = { day: ['day', 'id'], amount: ['id', 'amount', 'id'] } as const satisfies Sorts

export const earningList = endpoint('/user-income-detail/list', {
  auth: true,
  request: v.pipe(
    v.object({
      ...sortedRequest(20, earningSorts, 'day'),
      status: v.optional(v.picklist(Object.values(earningStatus)), earningStatus.any),
      startTime: v.optional(UnixSeconds),
      endTime: v.optional(UnixSeconds),
      currencyCode: v.optional(CurrencyCode),
      type: v.optional(EarningType),
    }),
    hasKeyOfSort(earningSorts),
  ),
  reply: pagedReply(Earning, {
    next: v.nullable(sortKey(earningSorts)),
    /** Totals by coin over all earnings that match the filter. */
    sums: v.array(v.object({ currencyCode: CurrencyCode, amount: Amount })),
  }),
  refuses: ['RANGE_REVERSED'],
})
