import * as v from 'valibot'
import { minedCoins } from '../money/coins.ts'
import { cancelReasons, MAX_UNITS, orderExceptions, orderStatuses, runningStatuses } from '../rules/orders.ts'
import { paymentNetworks } from '../rules/payments.ts'
import { Amount, UtcDay } from './amounts.ts'
import { NamedTransaction, TransactionId } from './deposits.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, nothing, UnixSeconds } from './fields.ts'
import { PlanType } from './market.ts'
import { NO_FILTER, pagedList, pageSizeAsked } from './paging.ts'
import { RequestId, requestRefusals } from './requests.ts'

/** What an order is paid on: a network, or the prepaid balance (ADR-124). */
export const payingBy = [...paymentNetworks, 'balance'] as const
const PaidBy = v.picklist(payingBy)

const common = {
  orderNo: Id,
  planId: Id,
  type: PlanType,
  /** As they were when it was placed: a plan may change, an order does not. */
  title: v.string(),
  titleZh: v.string(),
  currencyCode: v.picklist(minedCoins),
  price: Amount,
  quantity: Count,
  fee: Amount,
  /** Price × units + fee, in USDT. */
  amount: Amount,
  /** Of all its units. */
  hashrate: Amount,
  unit: v.string(),
  days: Count,
  preparationHours: Count,
  estimatedOutput: Amount,
  /** The rate that the estimate is of. */
  rate: v.object({ perUnitDay: Amount, since: UtcDay }),
  network: PaidBy,
  /** Null where it is paid from the balance. */
  paymentAddress: v.nullable(v.string()),
  /** Blocks until a transfer counts as final; null where no network is paid on. */
  confirmations: v.nullable(Count),
  /** Blocks that hold the newest transfer to it that is not final. */
  depth: Count,
  /** EIP-681, for wallets that read the amount from the picture too; null where nothing is to be paid any more. */
  uri: v.nullable(v.string()),
  orderTime: UnixSeconds,
  /** Until when it can be paid. */
  expiresAt: UnixSeconds,
  exception: v.picklist(orderExceptions),
  /** What was seen of it in time, what of that is final, and what went to the balance instead; USDT. */
  seen: Amount,
  received: Amount,
  credited: Amount,
  /** Of its amount, what we gave back to the balance. */
  refunded: Amount,
  /** Once any transfer was seen. */
  transactionId: v.nullable(v.string()),
  /** What its payer has named, while it is not paid. */
  named: v.nullable(NamedTransaction),
}

/** How a paid order runs. */
export const Run = v.object({
  runningStatus: v.picklist(runningStatuses),
  runsFrom: UnixSeconds,
  endsAt: UnixSeconds,
  /** Seconds that downtime of its farm has added, by the day that missed them. */
  extended: v.array(v.object({ day: UtcDay, seconds: Count })),
})
export type Run = v.InferOutput<typeof Run>

export const Order = v.variant('orderStatus', [
  v.object({ ...common, orderStatus: v.literal('pending') }),
  v.object({ ...common, orderStatus: v.literal('paying') }),
  v.object({ ...common, orderStatus: v.literal('success'), paymentTime: UnixSeconds, run: Run }),
  v.object({
    ...common,
    orderStatus: v.literal('cancel'),
    cancelTime: UnixSeconds,
    cancelReason: v.picklist(cancelReasons),
  }),
])
export type Order = v.InferOutput<typeof Order>

/** An order with the time of the service, by which its window is told. */
const shown = v.object({ order: Order, serverTime: UnixSeconds })

/**
 * Takes stock and places an order, at once. `amount` is the total that the user was shown: at another price nothing is bought.
 * The same `requestId` sent again gives the order that stands and does nothing.
 */
export const buyPlan = endpoint('/commodity/buyCommodity', {
  auth: true,
  request: v.object({
    productId: Id,
    quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_UNITS)),
    network: PaidBy,
    amount: v.optional(Amount),
    requestId: RequestId,
  }),
  reply: shown,
  refuses: [
    'PLAN_UNKNOWN',
    'PLAN_NOT_ON_SALE',
    /** With `count`, which were asked for, and `remaining`. */
    'STOCK_SHORT',
    /** With `amount`, which it is now. */
    'PRICE_CHANGED',
    /** With `most`. */
    'TOO_MANY_UNPAID',
    /** With `until` (Unix seconds) and `time` (the same as text). */
    'ONE_UNPAID_AT_A_TIME',
    /** With `count` of them, `until` and `time`. */
    'ORDERS_LEFT_UNPAID',
    /** With `most` units, `until` and `time`. */
    'UNPAID_UNITS_LIMITED',
    'NETWORK_NOT_OFFERED',
    'BALANCE_SHORT',
    ...requestRefusals,
  ],
})

const orderNo = v.object({ orderNo: Id })

export const orderDetail = endpoint('/commodity/order-detail', {
  auth: true,
  request: orderNo,
  reply: shown,
  refuses: ['ORDER_UNKNOWN'],
})

/** "I have paid": the service looks at the network now, and for the transaction that is named. */
export const completeOrder = endpoint('/commodity/order-complete', {
  auth: true,
  request: v.object({ orderNo: Id, transactionId: v.optional(TransactionId) }),
  reply: shown,
  refuses: ['ORDER_UNKNOWN'],
})

/**
 * Cancels an unpaid order. `expired` is asked at the end of the window by the client's clock: an order whose window has closed
 * is ended, any other one stays as it is.
 */
export const cancelOrder = endpoint('/commodity/cancelOrder', {
  auth: true,
  request: v.object({ orderNo: Id, reason: v.optional(v.picklist(['user', 'expired']), 'user') }),
  reply: shown,
  /** What was paid, or is being paid, stays; what is not unpaid any more can't be cancelled. */
  refuses: ['ORDER_UNKNOWN', 'ORDER_PAID', 'ORDER_NOT_PENDING'],
})

export const orderList = endpoint('/commodity/getOrderList', {
  auth: true,
  request: v.object({
    ...pageSizeAsked(20),
    status: v.optional(v.picklist([NO_FILTER, ...orderStatuses]), NO_FILTER),
    type: PlanType,
  }),
  reply: pagedList(Order, { serverTime: UnixSeconds }),
})

export const orderView = endpoint('/commodity/get-order-view', {
  auth: true,
  request: nothing,
  reply: v.object({
    lines: v.array(
      v.object({
        type: PlanType,
        total: Count,
        pending: Count,
        paying: Count,
        success: Count,
        cancel: Count,
        /** The unpaid order whose window closes first. */
        next: v.nullable(v.object({ orderNo: Id, amount: Amount, expiresAt: UnixSeconds })),
      }),
    ),
    serverTime: UnixSeconds,
  }),
})
