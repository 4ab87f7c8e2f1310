import { type Earning, earningList, earningSorts } from '#lib/contract/earning-list.ts'
import * as contract from '#lib/contract/earnings.ts'
import { columnsOf } from '#lib/contract/keys.ts'
import type { Coin } from '#lib/money/coins.ts'
import { utcDate, utcDateTime, utcDayStart } from '#lib/time/format.ts'
import { createList } from '../core/lists/create-list.ts'
import { $settled } from './store.ts'

/** Filter of the list of single earnings. */
export interface ListFilter {
  /** Rows of a page. */
  size: number
  type: contract.EarningType | undefined
  coin: Coin | undefined
  status: 'any' | 'frozen' | 'withdrawable'
  /** UTC days, both in the list; '' is no bound. */
  from: string
  to: string
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

/** A screen sets the filter, and takes it back when it goes. */
export const list = createList(earningList, {
  filter: undefined as ListFilter | undefined,
  size: ({ size }) => size,
  payload: payloadOf,
  sorted: { name: 'earnings', by: columnsOf(earningSorts) },
  $changes: $settled,
})
export const { $list } = list

/** The words of the file's head and of a status. */
export interface ListWords {
  head: readonly string[]
  status: (status: Earning['status']) => string
  type: (type: contract.EarningType) => string
  source: (source: contract.EarningSource) => string
}

/** The whole filtered list as a file, times in UTC, amounts in full. */
export function saveList(words: ListWords): Promise<void> {
  const filter = list.$filter.get()
  const row = (one: Earning) => [
    utcDate(one.time),
    one.currencyCode,
    { number: one.amount },
    words.type(one.type),
    words.source(one.source),
    words.status(one.status),
    utcDateTime(one.settledAt),
    utcDateTime(one.releaseAt),
  ]
  const name = ['idleforge-earnings', filter?.from, filter?.to].filter(Boolean).join('-')
  return list.saveAll({ name, head: words.head, row })
}
