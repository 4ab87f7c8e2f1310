import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/earnings.ts'
import { type Coin, withdrawableCoins } from '#lib/money/coins.ts'
import { createResource } from '../core/calls/resource.ts'
import { createDayRange } from '../core/lists/day-range.ts'
import { $match } from '../core/routing/match.ts'
import { $settled, $today } from './store.ts'

/** The statistics of the earnings screen: whose type, which days, which coin. */

/** 0 PC, 1 cloud: as the screen is. */
export const $type = computed($match, (match): contract.EarningType => (match?.screen === 'cloudEarnings' ? 1 : 0))

export const days = createDayRange($today)
export const { $range, $error: $rangeError } = days

export const $income = createResource(contract.dailyIncome, {
  $payload: computed([$range, $rangeError, $type], ({ from, to }, error, type) =>
    error ? undefined : { startDate: from, endDate: to, type },
  ),
  $changes: $settled,
})

/** The coin of the chart; undefined stacks all by their worth. */
export const $chartCoin = atom<{ coin?: Coin }>({})

/** Total earnings of each coin by the screen's type. */
export const summaryOf = Object.fromEntries(
  withdrawableCoins.map((coin) => [
    coin,
    createResource(contract.currencyOverview, {
      $payload: computed($type, (type) => ({ currencyCode: coin, type })),
      $changes: $settled,
    }),
  ]),
) as Record<Coin, ReturnType<typeof createResource<typeof contract.currencyOverview>>>

const stores = withdrawableCoins.map((coin) => summaryOf[coin])

/** All of them once each is there. */
export const $summaries = computed(stores, (...states) => {
  const found = states.flatMap(({ data }) => data ?? [])
  return {
    data: found.length === withdrawableCoins.length ? found : undefined,
    error: states.find(({ error }) => error)?.error,
  }
})

export const reloadSummaries = (): Promise<unknown> => Promise.all(stores.map((store) => store.reload()))
