import { atom } from 'nanostores'
import type { Plan } from '#lib/contract/market.ts'

/** Which plans of a line are shown, in what order, and which are compared. */

export const sales = ['all', 'active', 'preparing', 'soldOut', 'paused'] as const
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
  if (sale === 'paused') return plan.state === sale
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
