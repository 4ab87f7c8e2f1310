import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/earnings.ts'
import { utcDate } from '#lib/time/format.ts'
import { createResource } from '../core/calls/resource.ts'
import { serviceSeconds } from '../core/calls/service-clock.ts'
import { dayBefore } from '../core/lists/day-range.ts'

const REFRESH_MS = 30_000

/** Current amounts of each coin by state. */
export const $earnings = createResource(contract.earningsOverview, { $payload: atom({}), everyMs: REFRESH_MS })

/** The running UTC day by the service's clock. */
export const $today = computed($earnings, ({ data }) => utcDate(data?.serverTime ?? serviceSeconds()))

/** Changes whenever a day is settled or frozen earnings are released: settled figures are loaded again only then. */
export const $settled = computed(
  $earnings,
  ({ data }) => data && JSON.stringify([data.settledDay, data.coins.map(({ frozen }) => frozen)]),
)

/** The overview's chart: which earnings it shows, and its 14 days. */
export const $homeType = atom<'all' | 'pc' | 'cloud'>('all')

export const $homeIncome = createResource(contract.dailyIncome, {
  $payload: computed([$today, $homeType], (today, type) => ({
    startDate: dayBefore(today, 13),
    endDate: today,
    ...(type !== 'all' && { type: type === 'pc' ? (0 as const) : (1 as const) }),
  })),
  $changes: $settled,
})
