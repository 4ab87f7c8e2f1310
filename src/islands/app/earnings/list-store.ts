import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/earnings.ts'
import type { Coin } from '#lib/money/coins.ts'
import { utcDate, utcDateTime, utcDayStart } from '#lib/time/format.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'
import { allRecords, saveCsv } from '../lists/save-csv.ts'
import { $settled } from './store.ts'

/** What the list of single earnings shows. */
export interface ListFilter {
  page: number
  size: number
  type: contract.EarningType | undefined
  coin: Coin | undefined
  status: 'any' | 'frozen' | 'withdrawable'
  /** UTC days, both in the list; '' is no bound. */
  from: string
  to: string
}

export const $filter = atom<ListFilter | undefined>()

/** Changes the filter; the list begins at its first page again. */
export function filterList(part: Partial<ListFilter>): void {
  const filter = $filter.get()
  if (filter) $filter.set({ ...filter, page: 1, ...part })
}

const payloadOf = ({ type, coin, status, from, to }: ListFilter) => {
  const [startTime, endTime] = [utcDayStart(from), utcDayStart(to)]
  return {
    status: contract.earningStatus[status],
    ...(type !== undefined && { type }),
    ...(coin && { currencyCode: coin }),
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
  }
}

export const $list = createResource(contract.earningList, {
  $payload: computed($filter, (filter) => filter && { ...payloadOf(filter), page: filter.page, size: filter.size }),
  $changes: $settled,
})

/** The words of the file's head and of a status. */
export interface ListWords {
  head: readonly string[]
  status: (status: contract.Earning['status']) => string
  type: (type: contract.EarningType) => string
}

/** The whole filtered list as a file, times in UTC, amounts in full. */
export async function saveList(words: ListWords): Promise<void> {
  const filter = $filter.get()
  if (!filter) return
  const records = await allRecords((page) => call(contract.earningList, { ...payloadOf(filter), ...page }))
  const rows = records.map((one) => [
    utcDate(one.time),
    one.currencyCode,
    { number: one.amount },
    words.type(one.type),
    one.source.name,
    words.status(one.status),
    utcDateTime(one.settledAt),
    utcDateTime(one.releaseAt),
  ])
  saveCsv(['idleforge-earnings', filter.from, filter.to].filter(Boolean).join('-'), words.head, rows)
}
