import { atom } from 'nanostores'
import type { Plan } from '#lib/contract/market.ts'
import { minedCoins } from '#lib/money/coins.ts'

/** Shown plans of a line, their order, and the compared ones. */

export const sales = ['all', 'active', 'preparing', 'soldOut', 'paused'] as const
export type Sale = (typeof sales)[number]

interface Filter {
  coin: string
  sale: Sale
  /** Within each coin by the price of a unit of hash rate and day; dearest first where not. */
  cheapest: boolean
}
export const $filter = atom<Filter>({ coin: 'all', sale: 'all', cheapest: true })

const isOf = ({ coin, sale }: Filter, plan: Plan): boolean => {
  if (coin !== 'all' && plan.currencyCode !== coin) return false
  if (sale === 'all') return true
  if (sale === 'paused') return plan.state === sale
  return sale === 'soldOut' ? plan.soldOut : plan.state === sale && !plan.soldOut
}

/** The coins of some plans, in an order that no price changes. */
export const coinsOf = (plans: readonly Plan[]) =>
  minedCoins.filter((coin) => plans.some(({ currencyCode }) => currencyCode === coin))

/**
 * Plans that match the filter, in its order: those on sale, then those in preparation, then those no longer on sale. Hash
 * rates of different coins cannot be compared, so plans are grouped by coin.
 */
export function chosenPlans(plans: readonly Plan[], filter: Filter): Plan[] {
  const direction = filter.cheapest ? 1 : -1
  const rank = (plan: Plan) => (plan.soldOut || plan.state === 'paused' ? 2 : Number(plan.state === 'preparing'))
  const coin = (plan: Plan) => minedCoins.indexOf(plan.currencyCode)
  const price = (plan: Plan) => Number(plan.pricePerUnitDay)
  return plans
    .filter((plan) => isOf(filter, plan))
    .sort((one, other) => rank(one) - rank(other) || coin(one) - coin(other) || direction * (price(one) - price(other)))
}

/** Maximum number of plans of a line in a comparison. */
export const MAX_COMPARED = 3

type Compared = Pick<Plan, 'id' | 'type'>
export const $compared = atom<readonly Compared[]>([])

/** True if a plan can be added or removed: a fourth would replace another chosen one. */
export const canCompare = (compared: readonly Compared[], { id, type }: Compared): boolean =>
  compared.some((one) => one.id === id) || compared.filter((one) => one.type === type).length < MAX_COMPARED

/** Takes a plan in or out. */
export function compare({ id, type }: Compared): void {
  const compared = $compared.get()
  if (!canCompare(compared, { id, type })) return
  const others = compared.filter((one) => one.id !== id)
  $compared.set(others.length < compared.length ? others : [...compared, { id, type }])
}

/** The plans whose value is the lowest, where the plans differ. */
function lowestOf(plans: readonly Plan[], value: (plan: Plan) => number): readonly Plan[] {
  const least = Math.min(...plans.map(value))
  const best = plans.filter((plan) => value(plan) === least)
  return best.length < plans.length ? best : []
}

/** The compared plans with the lowest price of hash rate, which only plans of one coin share, and those that break even first, within their terms. */
export const bestOf = (plans: readonly Plan[]) => ({
  lowest: coinsOf(plans).length > 1 ? [] : lowestOf(plans, ({ pricePerUnitDay }) => Number(pricePerUnitDay)),
  soonest: lowestOf(plans, ({ breakEvenDay: day, days }) =>
    day === null || day > days ? Number.POSITIVE_INFINITY : day,
  ),
})
