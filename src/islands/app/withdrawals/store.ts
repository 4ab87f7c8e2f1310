import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/withdrawals.ts'
import type { Coin } from '#lib/money/coins.ts'
import { utcDateTime, utcDayStart } from '#lib/time/format.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'
import { $earnings } from '../earnings/store.ts'
import { createList } from '../lists/create-list.ts'

const REFRESH_MS = 30_000
/** Lists show 20 (specification 9). */
export const SIZE = 20
const DAY_SECONDS = 86_400

export const $overview = createResource(contract.withdrawalOverview, { $payload: atom({}), everyMs: REFRESH_MS })
export const $fees = createResource(contract.withdrawalFee, { $payload: atom({}) })

export type Group = keyof typeof contract.withdrawalFilters

export interface Filter {
  group: Group
  coin: Coin | undefined
  /** UTC days, both in the list; '' is no bound. */
  from: string
  to: string
}

const ALL: Filter = { group: 'total', coin: undefined, from: '', to: '' }

const isReversed = ({ from, to }: Filter): boolean => from !== '' && to !== '' && to < from

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

/** Every withdrawal, the newest first, until a filter is chosen. */
export const list = createList(contract.withdrawalList, {
  filter: ALL,
  size: SIZE,
  payload: (filter) => (isReversed(filter) ? undefined : payloadOf(filter)),
  everyMs: REFRESH_MS,
})
export const { $list } = list

/** The list as it begins. */
export const showAll = (): void => list.set(ALL)

export const $isReversed = computed(list.$filter, (filter = ALL) => isReversed(filter))

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
export function saveList({ head, status }: ListWords): Promise<void> {
  const { from, to } = list.$filter.get() ?? ALL
  const row = (one: contract.Withdrawal) => [
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
  ]
  return list.saveAll({ name: ['idleforge-withdrawals', from, to].filter(Boolean).join('-'), head, row })
}
