/**
 * The earnings calculator of the public pages. Everything is reckoned in whole numbers: inputs are decimal strings,
 * results are decimal strings of 8 places, cut towards zero as amounts are (SPEC-9.28). One USDT counts as one
 * US dollar. Nothing here is a promise: rates change with network difficulty and prices.
 */

import { fromScaled, toScaled } from '../money/fixed-point.ts'
import { parseDecimal } from '../money/parse-amount.ts'

/** Limits of an input: its number of decimals, minimum and maximum; the latter two as decimal strings. */
export interface Bounds {
  readonly places: number
  readonly min: string
  readonly max: string
}

export const bounds = {
  hashRate: { places: 3, min: '0.001', max: '1000000' },
  hours: { places: 2, min: '0', max: '24' },
  watts: { places: 1, min: '0', max: '100000' },
  electricity: { places: 4, min: '0', max: '10' },
  price: { places: 2, min: '0.01', max: '10000000' },
  days: { places: 0, min: '1', max: '1095' },
} as const satisfies Record<string, Bounds>

export type Input = keyof typeof bounds

export type InputError = 'empty' | 'number' | 'places' | 'range'

/** Yield of a coin per unit of hash rate and day, and the price of one coin in USDT; both decimal strings. */
export interface Rate {
  readonly perUnitDay: string
  readonly price: string
}

const PLACES = 8
const power = (places: number): bigint => 10n ** BigInt(places)

/** Parts of 10^-places, of which there are 8 or more, as a decimal string that is cut towards zero to 8. */
const written = (value: bigint, places: number): string => fromScaled(value / power(places - PLACES), PLACES)

/** Validation error of an input, or undefined: then `parseDecimal` returns its value. */
export function inputError(input: Input, text: string): InputError | undefined {
  const { places, min, max } = bounds[input]
  if (text.trim() === '') return 'empty'
  const typed = parseDecimal(text)
  if (typed === undefined) return 'number'
  if ((typed.split('.')[1] ?? '').length > places) return 'places'
  const value = toScaled(typed, places)
  return value < toScaled(min, places) || value > toScaled(max, places) ? 'range' : undefined
}

export interface PcRequest {
  /** Units of hash rate, at most 3 decimals. */
  readonly hashRate: string
  /** Hours a day, at most 2 decimals. */
  readonly hours: string
  /** Watts drawn beyond idling, at most 1 decimal. */
  readonly watts: string
  /** USDT a kWh, at most 4 decimals. */
  readonly electricity: string
  readonly rate: Rate
}

export interface PcEstimate {
  /** Coins. */
  readonly output: string
  /** USDT, all three; net may be negative. */
  readonly value: string
  readonly cost: string
  readonly net: string
}

const RATE_PLACES = 9
const PRICE_PLACES = 6

/** Output of whole units in parts of 10^-(3 + 2 + 9), before it is divided by the 24 hours of a day. */
const outputTimes24 = (hashRate: string, hours: string, rate: Rate): bigint =>
  toScaled(hashRate, 3) * toScaled(hours, 2) * toScaled(rate.perUnitDay, RATE_PLACES)

/**
 * Yield and cost of a PC in `days` days: output = hash rate × rate × hours / 24, cost = watts / 1000 × hours ×
 * electricity, net = output × price − cost. Inputs are plain decimal strings without an `inputError`.
 */
export function estimatePc(inputs: PcRequest, days: number): PcEstimate {
  const output = outputTimes24(inputs.hashRate, inputs.hours, inputs.rate) * BigInt(days)
  const value = output * toScaled(inputs.rate.price, PRICE_PLACES)
  // watts (1) × hours (2) × electricity (4), and 1000 watts are a kilowatt (3)
  const cost = toScaled(inputs.watts, 1) * toScaled(inputs.hours, 2) * toScaled(inputs.electricity, 4) * BigInt(days)
  const valuePlaces = 3 + 2 + RATE_PLACES + PRICE_PLACES
  const costInValueParts = cost * power(valuePlaces - 10)
  return {
    output: written(output / 24n, 3 + 2 + RATE_PLACES),
    value: written(value / 24n, valuePlaces),
    cost: written(cost, 10),
    net: written((value - costInValueParts * 24n) / 24n, valuePlaces),
  }
}

export interface CloudRequest {
  readonly hashRate: string
  /** Price of the plan in USDT, at most 2 decimals. */
  readonly price: string
  /** Term in whole days. */
  readonly days: string
  readonly rate: Rate
}

/** How output develops: every 30 days by a tenth less, not at all, or by a tenth more. */
export const scenarios = { falls: 9n, stays: 10n, rises: 11n } as const
export type Scenario = keyof typeof scenarios
const STEP_DAYS = 30

export interface ScenarioResult {
  /** First day at whose end the output is worth the price; absent when the term ends before. */
  readonly breakEvenDay?: number
  /** Worth of the whole term's output, USDT. */
  readonly value: string
  /** Worth less price, USDT; may be negative. */
  readonly net: string
}

export interface CloudEstimate {
  /** Coins, and USDT, of the first day. */
  readonly output: string
  readonly value: string
  readonly scenarios: Readonly<Record<Scenario, ScenarioResult>>
}

/** Yield of a plan and its break-even day in each scenario. Inputs as in `estimatePc`. */
export function estimateCloud(inputs: CloudRequest): CloudEstimate {
  const { rate } = inputs
  const places = 3 + RATE_PLACES + PRICE_PLACES
  const output = toScaled(inputs.hashRate, 3) * toScaled(rate.perUnitDay, RATE_PLACES)
  const firstDay = output * toScaled(rate.price, PRICE_PLACES)
  const price = toScaled(inputs.price, 2) * power(places - 2)
  const term = Number(inputs.days)
  const follow = (tenths: bigint): ScenarioResult => {
    let worth = 0n
    let today = firstDay
    let breakEvenDay: number | undefined
    for (let day = 1; day <= term; day += 1) {
      worth += today
      if (breakEvenDay === undefined && worth >= price) breakEvenDay = day
      if (day % STEP_DAYS === 0) today = (today * tenths) / 10n
    }
    const result = { value: written(worth, places), net: written(worth - price, places) }
    return breakEvenDay === undefined ? result : { ...result, breakEvenDay }
  }
  return {
    output: written(output, 3 + RATE_PLACES),
    value: written(firstDay, places),
    scenarios: {
      falls: follow(scenarios.falls),
      stays: follow(scenarios.stays),
      rises: follow(scenarios.rises),
    },
  }
}
