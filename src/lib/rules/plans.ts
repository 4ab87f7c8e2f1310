import { type Coin, decimalsOf, fromUnits, toUnits } from '../money/coins.ts'
import { toScaled } from '../money/fixed-point.ts'

/** Plans of hash rate and hosted machines (SPEC-4.13, ADR-123, ADR-066). Times are Unix milliseconds. */

/** The two lines by name and by their number on the wire: hash rate, and hosted machines. */
export const planType = { 'cloud-mining': 1, 'mining-agent': 2 } as const
export type PlanTypeName = keyof typeof planType
export type PlanType = (typeof planType)[PlanTypeName]

/** `paused` also means ended: no more units are sold. */
export const planStates = ['preparing', 'active', 'paused'] as const
export type PlanState = (typeof planStates)[number]

/** Hash rate of plans is shown in this unit, with at most 3 decimals. */
export const PLAN_UNIT = 'GH/s'
export const HASHRATE_PLACES = 3
/** Least of a plan's stock, in percent, below which few are left. */
export const FEW_LEFT_PERCENT = 10

export interface PlanSale {
  readonly paused: boolean
  readonly opensAt: number | null
  readonly deadline: number | null
}

/** State of a plan's sale, which begins at `opensAt` and has ended at `deadline`. */
export function planState({ paused, opensAt, deadline }: PlanSale, now: number): PlanState {
  if (paused || (deadline !== null && now >= deadline)) return 'paused'
  // Stryker disable next-line ConditionalExpression: nothing is before null either, which counts as 0; the types ask for it
  return opensAt !== null && now < opensAt ? 'preparing' : 'active'
}

/** A tenth of it or less is left, and something is. */
export const isFewLeft = ({ total, remaining }: { total: number; remaining: number }): boolean =>
  remaining > 0 && remaining * 100 <= total * FEW_LEFT_PERCENT

const DAY_MS = 86_400_000n
const DAY_SECONDS = 86_400n
/** Rates are smallest units of the coin for this many units of hash rate and one day. */
export const RATE_UNITS = 1_000_000n

/** Thousandths of a unit of hash rate, from a decimal string such as `0.5`; throws a RangeError for anything else. */
export function toHashrate(text: string): bigint {
  if (!/^\d{1,12}(\.\d{1,3})?$/.test(text)) throw new RangeError(`no hash rate: ${text}`)
  return toScaled(text, HASHRATE_PLACES)
}

/** The decimal string of thousandths: 500n is `0.5`. */
export function fromHashrate(thousandths: bigint): string {
  const digits = thousandths.toString().padStart(HASHRATE_PLACES + 1, '0')
  const fraction = digits.slice(-HASHRATE_PLACES).replace(/0+$/, '')
  return digits.slice(0, -HASHRATE_PLACES) + (fraction && `.${fraction}`)
}

export interface Output {
  /** Thousandths of a unit, of all units that were bought. */
  readonly hashrate: bigint
  /** Smallest units of the coin for `RATE_UNITS` units of hash rate and day. */
  readonly rate: bigint
  /** For how long it ran. */
  readonly ms: bigint
  /** For how much of the day its farm was down, from 0 to 86,400. */
  readonly downSeconds: bigint
}

/**
 * Smallest units of the coin: hash rate × rate × share of the day × uptime of the farm, cut towards zero once, at the end.
 * The share of the day is `ms` / 86,400,000, the uptime (86,400 − `downSeconds`) / 86,400.
 */
export const outputOf = ({ hashrate, rate, ms, downSeconds }: Output): bigint =>
  (hashrate * rate * ms * (DAY_SECONDS - downSeconds)) / (1000n * RATE_UNITS * DAY_MS * DAY_SECONDS)

/** The output of whole days without downtime. */
export const outputOfDays = (of: { hashrate: bigint; rate: bigint; days: number }): bigint =>
  outputOf({ hashrate: of.hashrate, rate: of.rate, ms: BigInt(of.days) * DAY_MS, downSeconds: 0n })

/** Coins for one unit of hash rate and day, as a decimal string; finer than the coin's smallest unit. */
export function rateText(rate: bigint, coin: Coin): string {
  const places = decimalsOf[coin] + 6
  const digits = rate.toString().padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '').slice(0, 18)
  return digits.slice(0, -places) + (fraction && `.${fraction}`)
}

/** USDT for one unit of hash rate and day, cut to 6 decimals. `price` in smallest units, `hashrate` in thousandths. */
export const pricePerUnitDay = (of: { price: bigint; hashrate: bigint; days: number }): string =>
  fromUnits((of.price * 1000n) / (of.hashrate * BigInt(of.days)), 'USDT')

/** How a rate may go on from the first day: it falls by half, stays, or rises by half. In halves of the rate. */
export const rateScenarios = { falls: 1n, stays: 2n, rises: 3n } as const
export type RateScenario = keyof typeof rateScenarios

export interface Prospect {
  readonly coin: Coin
  /** USDT for one plan, its hash rate, coins for a unit and day, and USDT for a coin; decimal strings. */
  readonly price: string
  readonly hashrate: string
  readonly perUnitDay: string
  readonly coinPrice: string
  readonly days: number
}

export interface OutputForecast {
  /** The first day at whose end the output is worth the price, also beyond the term; absent when it never is. */
  readonly breakEvenDay?: number
  /** USDT, cut to 6 decimals: worth of a day and of the term. */
  readonly perDay: string
  readonly worth: string
}

const PLACES = 18
const scaled = (text: string): bigint => toScaled(text, PLACES)
const usdt = (value: bigint, places: number): string =>
  fromUnits(value / 10n ** BigInt(places - decimalsOf.USDT), 'USDT')

/**
 * Forecast of a plan's worth in USDT in a scenario of its rate. A day's worth is hash rate × rate × coin price; the
 * break-even day is price ÷ that, rounded up. Integer arithmetic only.
 */
export function forecastOutput(plan: Prospect, scenario: RateScenario): OutputForecast {
  const places = PLACES * 3
  const perDay =
    (scaled(plan.hashrate) * scaled(plan.perUnitDay) * scaled(plan.coinPrice) * rateScenarios[scenario]) / 2n
  const price = toUnits(plan.price, 'USDT') * 10n ** BigInt(places - decimalsOf.USDT)
  const worth = perDay * BigInt(plan.days)
  const result = { perDay: usdt(perDay, places), worth: usdt(worth, places) }
  if (perDay === 0n) return result
  return { ...result, breakEvenDay: Number((price + perDay - 1n) / perDay) }
}
