import * as v from 'valibot'
import { minedCoins } from '../money/coins.ts'
import { type PlanType as AnyPlanType, planStates } from '../rules/plans.ts'
import { Amount, UtcDay } from './amounts.ts'
import { endpoint, publicRead } from './endpoint.ts'
import { Count, Id, UnixSeconds } from './fields.ts'

/** 1 cloud hash rate, 2 mining agent: hosted machines (ADR-123). */
export const PlanType = v.picklist([1, 2] satisfies AnyPlanType[])
const Days = v.pipe(v.number(), v.integer(), v.minValue(1))

/** What a coin brings for a unit of hash rate and UTC day, and since which day that holds. */
const Rate = v.object({ perUnitDay: Amount, since: UtcDay })

export const Plan = v.object({
  id: Id,
  type: PlanType,
  title: v.string(),
  titleZh: v.string(),
  currencyCode: v.picklist(minedCoins),
  /** USDT for one unit of the plan. */
  price: Amount,
  hashrate: Amount,
  unit: v.string(),
  days: Days,
  total: Count,
  sold: Count,
  remaining: Count,
  preparationHours: Count,
  /** Days of output: those that were bought, not counting what a farm's downtime adds. */
  estimatedDuration: Days,
  /** At the rate of now, of the whole term and of one day. */
  estimatedOutput: Amount,
  dailyOutput: Amount,
  /** USDT for one unit of hash rate and day. */
  pricePerUnitDay: Amount,
  /** The first day at whose end the output is worth the price, at the rate and the coin's price of now; null when it never is. */
  breakEvenDay: v.nullable(Days),
  /** When its sale begins; null when it has begun. */
  opensAt: v.nullable(UnixSeconds),
  /** When its sale ends; null when no end is set. */
  deadline: v.nullable(UnixSeconds),
  state: v.picklist(planStates),
  soldOut: v.boolean(),
  rate: Rate,
})
export type Plan = v.InferOutput<typeof Plan>

/** Every plan of a line that is, or will be, on sale or was until lately, the cheapest unit of hash rate and day first. */
export const planList = endpoint('/commodity/getCommodityList', {
  auth: true,
  request: v.object({ type: PlanType }),
  reply: v.object({ list: v.array(Plan), serverTime: UnixSeconds }),
})

/** What an order can be paid on. */
export const PaymentOption = v.object({
  network: v.string(),
  name: v.string(),
  /** Blocks until a transfer counts as final. */
  confirmations: Count,
  /** What is charged on top of the price, in USDT. The paying wallet pays the network itself besides. */
  fee: Amount,
  /** What the network itself takes of the paying wallet is about, in USDT, and how long the blocks take. */
  feeHint: Amount,
  minutes: Count,
  /** A test network, whose coins are worth nothing. */
  isTest: v.boolean(),
})
export type PaymentOption = v.InferOutput<typeof PaymentOption>

export const planDetail = endpoint('/commodity/getCommodityDetail', {
  auth: true,
  request: v.object({ id: Id }),
  reply: v.object({
    plan: Plan,
    /** USDT for one coin, and the UTC day of that price. */
    coinPrice: Amount,
    pricesAsOf: UtcDay,
    networks: v.array(PaymentOption),
    /** What can be paid from the user's balance now, in USDT. */
    balance: Amount,
    /** What finished orders of this plan brought for one unit, and in percent of what was estimated; null when there is none. */
    finished: v.nullable(v.object({ orders: Count, perUnit: Amount, percent: v.number() })),
    serverTime: UnixSeconds,
  }),
  refuses: ['PLAN_UNKNOWN'],
})

export const faqList = endpoint('/commodity/getFaqList', {
  auth: true,
  request: v.object({ type: PlanType }),
  reply: v.object({
    list: v.array(
      v.object({
        id: v.string(),
        question: v.string(),
        questionZh: v.string(),
        /** Markdown. */
        answer: v.string(),
        answerZh: v.string(),
      }),
    ),
  }),
})

/** The plans of both lines, as a visitor sees them. */
export const PublicPlans = v.object({ list: v.array(Plan), serverTime: UnixSeconds })
export const plansRead = publicRead('/plans', PublicPlans)
