import { atom, computed } from 'nanostores'
import { columnsOf } from '#lib/contract/keys.ts'
import * as contract from '#lib/contract/withdrawals.ts'
import type { Coin } from '#lib/money/coins.ts'
import { call } from '../core/calls/call.ts'
import { createResource } from '../core/calls/resource.ts'
import { createList } from '../core/lists/create-list.ts'
import { allDays, type Days, daysError, timeRangeOf } from '../core/lists/days.ts'
import { $earnings } from '../earnings/store.ts'

const REFRESH_MS = 30_000
/** Lists show 20 (SPEC-9.15). */
export const SIZE = 20

export const $overview = createResource(contract.withdrawalOverview, { $payload: atom({}), everyMs: REFRESH_MS })
export const $fees = createResource(contract.withdrawalFee, { $payload: atom({}) })

export type Group = keyof typeof contract.withdrawalFilters

export interface Filter extends Days {
  group: Group
  coin: Coin | undefined
}

const ALL: Filter = { group: 'total', coin: undefined, ...allDays }

function payloadOf(filter: Filter) {
  const times = timeRangeOf(filter)
  const group = contract.withdrawalFilters[filter.group]
  return (
    times && {
      ...(group && { muchStatus: [...group] }),
      ...(filter.coin && { currencyCode: filter.coin }),
      ...times,
    }
  )
}

/** Every withdrawal, the newest first, until a filter is chosen. */
export const list = createList(contract.withdrawalList, {
  filter: ALL,
  size: SIZE,
  payload: payloadOf,
  sorted: { name: 'withdrawals', by: columnsOf(contract.withdrawalSorts) },
  everyMs: REFRESH_MS,
})
export const { $list } = list

/** The list as it begins. */
export const showAll = (): void => list.set(ALL)

export const $daysError = computed(list.$filter, (filter = ALL) => daysError(filter))

/** True if a filter is chosen. */
export const $isNarrowed = computed(
  list.$filter,
  (filter = ALL) => filter.group !== 'total' || [filter.coin, filter.from, filter.to].some(Boolean),
)

/** Withdrawals cancelled here, by id: their rows change before the list is loaded again. */
export const $cancelled = atom<Readonly<Record<string, contract.Withdrawal>>>({})

/** Reloads everything that a withdrawal changes. */
export const reloadMoney = (): Promise<unknown> =>
  Promise.all([$overview, $fees, $list, $earnings].map((store) => store.reload()))

/** Cancels one: sets its row to -1 and reloads the overview (SPEC-4.5). */
export async function cancelOne(id: string): Promise<void> {
  try {
    const withdrawal = await call(contract.cancelWithdrawal, { _id: id })
    $cancelled.set({ ...$cancelled.get(), [id]: withdrawal })
  } finally {
    void reloadMoney()
  }
}
