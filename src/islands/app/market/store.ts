import { atom, computed } from 'nanostores'
import { type Plan, planList } from '#lib/contract/market.ts'
import { orderView } from '#lib/contract/orders.ts'
import { watcherView } from '#lib/contract/watcher.ts'
import { createResource } from '../calls/resource.ts'
import { $line } from './line.ts'

const REFRESH_MS = 30_000

/** The plans of the line, with what is left of each. */
export const $plans = createResource(planList, { $payload: computed($line, (type) => ({ type })), everyMs: REFRESH_MS })
export const $counts = createResource(orderView, { $payload: atom({}), everyMs: REFRESH_MS })
export const $running = createResource(watcherView, { $payload: atom({}), everyMs: REFRESH_MS })

export const sales = ['all', 'active', 'preparing', 'soldOut'] as const
export type Sale = (typeof sales)[number]

interface Filter {
  coin: string
  sale: Sale
  /** By the price of a unit of hash rate and day; dearest first where not. */
  cheapest: boolean
}
export const $filter = atom<Filter>({ coin: 'all', sale: 'all', cheapest: true })

const isOf = ({ coin, sale }: Filter, plan: Plan): boolean => {
  if (coin !== 'all' && plan.currencyCode !== coin) return false
  if (sale === 'all') return true
  return sale === 'soldOut' ? plan.soldOut : plan.state === sale && !plan.soldOut
}

/** Those that the filter lets through, in its order; what can't be bought any more comes last. */
export function chosenPlans(plans: readonly Plan[], filter: Filter): Plan[] {
  const direction = filter.cheapest ? 1 : -1
  const isOver = (plan: Plan) => Number(plan.soldOut || plan.state === 'paused')
  const price = (plan: Plan) => Number(plan.pricePerUnitDay)
  return plans
    .filter((plan) => isOf(filter, plan))
    .sort((one, other) => isOver(one) - isOver(other) || direction * (price(one) - price(other)))
}

/** Plans that are looked at side by side, by their ids. */
const MOST_COMPARED = 3
export const $compared = atom<readonly string[]>([])

/** Takes a plan in or out; the one that was taken in first gives way to a fourth. */
export function compare(id: string): void {
  const ids = $compared.get()
  $compared.set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-MOST_COMPARED))
}
