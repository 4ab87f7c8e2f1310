import * as v from 'valibot'
import { Amount, TypedAmount } from './amounts.ts'
import { Deposit, PaymentNetwork, TransactionId } from './deposits.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'
import { hasKeyOfSort, keyedReply, type Sorts, sortedRequest, sortKey } from './keys.ts'
import { PlanType } from './market.ts'
import { RequestId, requestRefusals } from './requests.ts'

/** The balance: USDT paid in for orders and rentals (ADR-126). */

/** `idle`: nothing has arrived for a day. The address is still watched. */
export const rechargeStates = ['waiting', 'confirming', 'credited', 'idle'] as const

export const Recharge = v.object({
  _id: Id,
  time: UnixSeconds,
  state: v.picklist(rechargeStates),
  /** Amount credited to the balance. */
  credited: Amount,
  deposit: Deposit,
})
export type Recharge = v.InferOutput<typeof Recharge>

export const consumptionKinds = ['order', 'rental', 'refund', 'other'] as const

const Consumption = v.object({
  _id: v.string(),
  time: UnixSeconds,
  kind: v.picklist(consumptionKinds),
  /** The order that was paid or refunded. */
  order: v.nullable(v.object({ orderNo: Id, type: PlanType, title: v.string(), titleZh: v.string() })),
  /** The rental whose hour was charged, and its machine. */
  rental: v.nullable(v.object({ id: Id, model: v.string(), count: Count })),
  /** Negative for spending, positive for refunds. */
  amount: Amount,
})
export type Consumption = v.InferOutput<typeof Consumption>

const Overview = v.object({
  balance: Amount,
  recharged: Amount,
  consumed: Amount,
  /** The user is notified below it; null if disabled. */
  threshold: v.nullable(Amount),
  isLow: v.boolean(),
})

export const balanceOverview = endpoint('/balance/overview', { auth: true, request: NoFields, reply: Overview })

export const setBalanceThreshold = endpoint('/balance/set-threshold', {
  auth: true,
  request: v.object({ amount: v.nullable(TypedAmount) }),
  reply: Overview,
  refuses: ['AMOUNT_OUT_OF_RANGE'],
})

/** Opens an address for a payment. Idempotent by `requestId`: a repeated call returns the same recharge. */
export const recharge = endpoint('/balance/recharge', {
  auth: true,
  request: v.object({ amount: TypedAmount, network: PaymentNetwork, requestId: RequestId }),
  reply: Recharge,
  refuses: [
    ...requestRefusals,
    'NETWORK_NOT_OFFERED',
    /** With `least` and `most`. */
    'AMOUNT_OUT_OF_RANGE',
    /** Data: `most`, the number of recharges that may wait for payment. */
    'RECHARGES_WAITING',
  ],
})

/**
 * One recharge as it is now. `look` ("I have paid") makes the service poll the network, for the named transaction too.
 */
export const rechargeDetail = endpoint('/balance/recharge-detail', {
  auth: true,
  request: v.object({ id: Id, look: v.optional(v.boolean(), false), transactionId: v.optional(TransactionId) }),
  reply: Recharge,
  refuses: ['RECHARGE_UNKNOWN'],
})

const range = {
  startTime: v.optional(UnixSeconds),
  endTime: v.optional(UnixSeconds),
}

export const rechargeSorts = { time: ['time', 'id'], amount: ['amount', 'id'] } as const satisfies Sorts

export const rechargeList = endpoint('/balance/recharge-list', {
  auth: true,
  request: v.pipe(v.object({ ...sortedRequest(20, rechargeSorts, 'time'), ...range }), hasKeyOfSort(rechargeSorts)),
  reply: keyedReply(Recharge, sortKey(rechargeSorts)),
  refuses: ['RANGE_REVERSED'],
})

export const consumptionSorts = { time: ['number'], amount: ['amount', 'number'] } as const satisfies Sorts

export const consumptionList = endpoint('/balance/consumption-list', {
  auth: true,
  request: v.pipe(
    v.object({ ...sortedRequest(20, consumptionSorts, 'time'), ...range }),
    hasKeyOfSort(consumptionSorts),
  ),
  reply: keyedReply(Consumption, sortKey(consumptionSorts)),
  refuses: ['RANGE_REVERSED'],
})
