import * as v from 'valibot'
import { minedCoins } from '../money/coins.ts'
import { type PlanType as AnyPlanType, planStates } from '../rules/plans.ts'
import { Amount, UtcDay } from './amounts.ts'
import { endpoint, publicRead } from './endpoint.ts'
import { Count, Id, NoFields, UnixSeconds } from './fields.ts'

/** 1 cloud hash rate, 2 mining agent: hosted machines (ADR-123). */
export const PlanType = v.picklist([1, 2] satisfies AnyPlanType[])
const Days = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Yield of a unit of hash rate per UTC day, and the first day on which it applies. */
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
  /** Days of output that were bought, without extensions for the farm's downtime. */
  estimatedDuration: Days,
  /** At the current rate: of the whole term and of one day. */
  estimatedOutput: Amount,
  dailyOutput: Amount,
  /** USDT per unit of hash rate and day. */
  pricePerUnitDay: Amount,
  /** First day at whose end the output is worth the price, at the current rate and coin price; null if never. */
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

/** Every plan of a line that is, will be, or was recently on sale, ordered by price per unit of hash rate and day. */
export const planList = endpoint('/commodity/getCommodityList', {
  auth: true,
  request: v.object({ type: PlanType }),
  reply: v.object({ list: v.array(Plan), serverTime: UnixSeconds }),
})

/** A way to pay an order. */
export const PaymentOption = v.object({
  network: v.string(),
  name: v.string(),
  /** Confirmations until a transfer is final; 0 where the network itself says when. */
  confirmations: Count,
  /** Our fee on top of the price, in USDT. The paying wallet also pays the network fee. */
  fee: Amount,
  /** Typical network fee of the paying wallet, in USDT, and typical time until final. */
  feeHint: Amount,
  minutes: Count,
  /** A test network; its coins have no value. */
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
    /** The user's available balance, in USDT. */
    balance: Amount,
    /** Output of finished orders of this plan per unit, and in percent of the estimate; null if there are none. */
    finished: v.nullable(v.object({ orders: Count, perUnit: Amount, percent: v.number() })),
    serverTime: UnixSeconds,
  }),
  refuses: ['PLAN_UNKNOWN'],
})

/** The rate of each mined coin today and before, the earliest first, without rates of days to come. */
export const cloudRates = endpoint('/commodity/getRates', {
  auth: true,
  request: NoFields,
  reply: v.object({
    coins: v.array(v.object({ currencyCode: v.picklist(minedCoins), rates: v.array(Rate) })),
    serverTime: UnixSeconds,
  }),
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

/** The plans of both lines as visitors see them. */
export const PublicPlans = v.object({ list: v.array(Plan), serverTime: UnixSeconds })
export const plansRead = publicRead('/plans', PublicPlans)
