import * as v from 'valibot'
import { minedCoins } from '../money/coins.ts'
import { cancelReasons, MAX_UNITS, orderExceptions, orderStatuses, runningStatuses } from '../rules/orders.ts'
import { paymentNetworks } from '../rules/payments.ts'
import { Amount, UtcDay } from './amounts.ts'
import { NamedTransaction, PaidToken, TransactionId } from './deposits.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, Page, UnixSeconds } from './fields.ts'
import { hasKeyOfSort, type Sorts, sortKey, sortRequest } from './keys.ts'
import { PlanType } from './market.ts'
import { NO_FILTER, pagedList, pageSizeRequest } from './paging.ts'
import { RequestId, requestRefusals } from './requests.ts'

/** Payment methods of an order: a network, or the prepaid balance (ADR-124). */
export const paymentMethods = [...paymentNetworks, 'balance'] as const
const PaymentMethod = v.picklist(paymentMethods)

const common = {
  orderNo: Id,
  planId: Id,
  type: PlanType,
  /** Values at the time of the order: later changes of the plan do not affect it. */
  title: v.string(),
  titleZh: v.string(),
  currencyCode: v.picklist(minedCoins),
  price: Amount,
  quantity: Count,
  fee: Amount,
  /** Price × units + fee, in USDT. */
  amount: Amount,
  /** Hash rate of all its units. */
  hashrate: Amount,
  unit: v.string(),
  days: Count,
  preparationHours: Count,
  estimatedOutput: Amount,
  /** The rate used for the estimate. */
  rate: v.object({ perUnitDay: Amount, since: UtcDay }),
  network: PaymentMethod,
  /** Null if paid from the balance. */
  paymentAddress: v.nullable(v.string()),
  /** Confirmations until a transfer is final; 0 where the network itself says when, null without a network. */
  confirmations: v.nullable(Count),
  /** Confirmations of the newest transfer that is not final. */
  depth: Count,
  /** EIP-681 URI, for wallets that read the amount from the QR code too; null when no payment is due. */
  uri: v.nullable(v.string()),
  /** Null when no payment is due, and until the network has told the decimals. */
  token: v.nullable(PaidToken),
  orderTime: UnixSeconds,
  /** End of the payment window. */
  expiresAt: UnixSeconds,
  exception: v.picklist(orderExceptions),
  /** Amounts in USDT: seen in time, final, and credited to the balance instead. */
  seen: Amount,
  received: Amount,
  credited: Amount,
  /** Part of its amount refunded to the balance. */
  refunded: Amount,
  /** Set as soon as a transfer was seen. */
  transactionId: v.nullable(v.string()),
  /** The transaction that its payer has named, until it is paid. */
  named: v.nullable(NamedTransaction),
}

/** The run of a paid order. */
export const Run = v.object({
  runningStatus: v.picklist(runningStatuses),
  runsFrom: UnixSeconds,
  endsAt: UnixSeconds,
  /** Seconds added for the farm's downtime, by the day of the downtime. */
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

/** An order with the service's time, from which its payment window is shown. */
const OrderReply = v.object({ order: Order, serverTime: UnixSeconds })

/**
 * Reserves stock and places an order at once. `amount` is the total shown to the user: refused if the price has
 * changed. Idempotent by `requestId`: a repeated call returns the same order.
 */
export const buyPlan = endpoint('/commodity/buyCommodity', {
  auth: true,
  request: v.object({
    productId: Id,
    quantity: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_UNITS)),
    network: PaymentMethod,
    amount: v.optional(Amount),
    requestId: RequestId,
  }),
  reply: OrderReply,
  refuses: [
    'PLAN_UNKNOWN',
    'PLAN_NOT_ON_SALE',
    /** Data: `count`, the requested units, and `remaining`. */
    'STOCK_SHORT',
    /** Data: `amount`, the current one. */
    'PRICE_CHANGED',
    /** With `most`. */
    'TOO_MANY_UNPAID',
    /** With `until` (Unix seconds) and `time` (the same as text). */
    'ONE_UNPAID_AT_A_TIME',
    /** Data: their `count`, `until` and `time`. */
    'ORDERS_LEFT_UNPAID',
    /** Data: `most` units, `until` and `time`. */
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
  reply: OrderReply,
  refuses: ['ORDER_UNKNOWN'],
})

/** "I have paid": the service polls the network now, for the named transaction too. */
export const completeOrder = endpoint('/commodity/order-complete', {
  auth: true,
  request: v.object({ orderNo: Id, transactionId: v.optional(TransactionId) }),
  reply: OrderReply,
  refuses: ['ORDER_UNKNOWN'],
})

/**
 * Cancels an unpaid order. `expired` is sent at the end of the window by the client's clock: an order whose window has
 * closed is ended, any other one stays unchanged.
 */
export const cancelOrder = endpoint('/commodity/cancelOrder', {
  auth: true,
  request: v.object({ orderNo: Id, reason: v.optional(v.picklist(['user', 'expired']), 'user') }),
  reply: OrderReply,
  /** Orders that are paid or being paid cannot be cancelled. */
  refuses: ['ORDER_UNKNOWN', 'ORDER_PAID', 'ORDER_NOT_PENDING'],
})

export const orderSorts = {
  time: ['time', 'id'],
  units: ['number', 'id'],
  amount: ['amount', 'id'],
  status: ['id', 'time', 'id'],
} as const satisfies Sorts

export const orderList = endpoint('/commodity/getOrderList', {
  auth: true,
  request: v.pipe(
    v.object({
      ...pageSizeRequest(20),
      page: v.optional(Page, 1),
      ...sortRequest(orderSorts, 'time'),
      status: v.optional(v.picklist([NO_FILTER, ...orderStatuses]), NO_FILTER),
      type: PlanType,
    }),
    hasKeyOfSort(orderSorts),
  ),
  reply: pagedList(Order, { next: v.nullable(sortKey(orderSorts)), serverTime: UnixSeconds }),
})

export const orderView = endpoint('/commodity/get-order-view', {
  auth: true,
  request: NoFields,
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
