import * as v from 'valibot'
import { Amount, TypedAmount } from './amounts.ts'
import { Deposit, PaymentNetwork, TransactionId } from './deposits.ts'
import { endpoint } from './endpoint.ts'
import { Count, Id, nothing, UnixSeconds } from './fields.ts'
import { keyedAsked, keyedReply, keyOf } from './keys.ts'
import { PlanType } from './market.ts'
import { pageAsked, pagedReply } from './paging.ts'
import { RequestId, requestRefusals } from './requests.ts'

/** The balance: USDT that was paid in, for orders and rentals (ADR-126). */

/** Nothing has come for a day: `idle`. Its address stays watched all the same. */
export const rechargeStates = ['waiting', 'confirming', 'credited', 'idle'] as const

export const Recharge = v.object({
  _id: Id,
  time: UnixSeconds,
  state: v.picklist(rechargeStates),
  /** What has become balance of it. */
  credited: Amount,
  deposit: Deposit,
})
export type Recharge = v.InferOutput<typeof Recharge>

export const consumptionKinds = ['order', 'rental', 'refund', 'other'] as const

const Consumption = v.object({
  _id: v.string(),
  time: UnixSeconds,
  kind: v.picklist(consumptionKinds),
  /** The order that it was for, or came back from. */
  order: v.nullable(v.object({ orderNo: Id, type: PlanType, title: v.string(), titleZh: v.string() })),
  /** The rental whose hour it was, and its machine. */
  rental: v.nullable(v.object({ id: Id, model: v.string(), count: Count })),
  /** Below zero for what was spent, above for what was given back. */
  amount: Amount,
})
export type Consumption = v.InferOutput<typeof Consumption>

const Overview = v.object({
  balance: Amount,
  recharged: Amount,
  consumed: Amount,
  /** Below it the user is told; null while that is not wanted. */
  threshold: v.nullable(Amount),
  isLow: v.boolean(),
})

export const balanceOverview = endpoint('/balance/overview', { auth: true, request: nothing, reply: Overview })

export const setBalanceThreshold = endpoint('/balance/set-threshold', {
  auth: true,
  request: v.object({ amount: v.nullable(TypedAmount) }),
  reply: Overview,
  refuses: ['AMOUNT_OUT_OF_RANGE'],
})

/** Opens an address to pay to. The same `requestId` sent again gives the recharge that stands. */
export const recharge = endpoint('/balance/recharge', {
  auth: true,
  request: v.object({ amount: TypedAmount, network: PaymentNetwork, requestId: RequestId }),
  reply: Recharge,
  refuses: [
    ...requestRefusals,
    'NETWORK_NOT_OFFERED',
    /** With `least` and `most`. */
    'AMOUNT_OUT_OF_RANGE',
    /** With `most`: so many wait to be paid already. */
    'RECHARGES_WAITING',
  ],
})

/** One recharge as it is now. "I have paid" has the service look at the network, and for the transaction that is named. */
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

export const rechargeList = endpoint('/balance/recharge-list', {
  auth: true,
  request: v.object({ ...pageAsked(20), ...range }),
  reply: pagedReply(Recharge),
  refuses: ['RANGE_REVERSED'],
})

const Key = keyOf('number')

export const consumptionList = endpoint('/balance/consumption-list', {
  auth: true,
  request: v.object({ ...keyedAsked(20, Key), ...range }),
  reply: keyedReply(Consumption, Key),
  refuses: ['RANGE_REVERSED'],
})
