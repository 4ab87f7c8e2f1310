import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/withdrawals.ts'
import type { Coin } from '#lib/money/coins.ts'
import { utcDateTime, utcDayStart } from '#lib/time/format.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'
import { $earnings } from '../earnings/store.ts'
import { allRecords, saveCsv } from '../lists/save-csv.ts'

const REFRESH_MS = 30_000
/** Lists show 20 (specification 9). */
export const SIZE = 20
const DAY_SECONDS = 86_400

export const $overview = createResource(contract.withdrawalOverview, { $payload: atom({}), everyMs: REFRESH_MS })
export const $fees = createResource(contract.withdrawalFee, { $payload: atom({}) })

export type Group = keyof typeof contract.withdrawalFilters

export interface Filter {
  page: number
  group: Group
  coin: Coin | undefined
  /** UTC days, both in the list; '' is no bound. */
  from: string
  to: string
}

const ALL: Filter = { page: 1, group: 'total', coin: undefined, from: '', to: '' }
export const $filter = atom<Filter>(ALL)

/** The list as it begins: every withdrawal, the newest first. */
export const showAll = (): void => $filter.set(ALL)

/** Changes the filter; the list begins at its first page again. */
export const filterList = (part: Partial<Filter>): void => $filter.set({ ...$filter.get(), page: 1, ...part })

const isReversed = ({ from, to }: Filter): boolean => from !== '' && to !== '' && to < from

export const $isReversed = computed($filter, isReversed)

function payloadOf(filter: Filter) {
  const [start, end] = [utcDayStart(filter.from), utcDayStart(filter.to)]
  const group = contract.withdrawalFilters[filter.group]
  return {
    ...(group && { muchStatus: [...group] }),
    ...(filter.coin && { currencyCode: filter.coin }),
    ...(start !== undefined && { startTime: start }),
    ...(end !== undefined && { endTime: end + DAY_SECONDS - 1 }),
  }
}

export const $list = createResource(contract.withdrawalList, {
  $payload: computed($filter, (filter) =>
    isReversed(filter) ? undefined : { ...payloadOf(filter), page: filter.page, size: SIZE },
  ),
  everyMs: REFRESH_MS,
})

/** Withdrawals that were cancelled here, by id: their rows change before the list is asked for anew. */
export const $cancelled = atom<Readonly<Record<string, contract.Withdrawal>>>({})

/** Everything that a withdrawal changes. */
export const reloadMoney = (): Promise<unknown> =>
  Promise.all([$overview.reload(), $fees.reload(), $list.reload(), $earnings.reload()])

/** Cancels one: its row is set to -1 and the overview asked for anew (specification 4). */
export async function cancelOne(id: string): Promise<void> {
  try {
    const withdrawal = await call(contract.cancelWithdrawal, { _id: id })
    $cancelled.set({ ...$cancelled.get(), [id]: withdrawal })
  } finally {
    void reloadMoney()
  }
}

export interface ListWords {
  head: readonly string[]
  status: (status: contract.Withdrawal['status']) => string
}

/** The whole filtered list as a file, times in UTC, amounts and addresses in full. */
export async function saveList({ head, status }: ListWords): Promise<void> {
  const filter = $filter.get()
  const records = await allRecords((page) => call(contract.withdrawalList, { ...payloadOf(filter), ...page }))
  const rows = records.map((one) => [
    utcDateTime(one.time),
    one.currencyCode,
    { number: one.amount },
    { number: one.networkFee },
    { number: one.receiveAmount },
    one.chainName,
    one.addressName,
    one.pickupAddress,
    status(one.status),
    one.status === 3 ? one.transactionId : '',
  ])
  saveCsv(['idleforge-withdrawals', filter.from, filter.to].filter(Boolean).join('-'), head, rows)
}
