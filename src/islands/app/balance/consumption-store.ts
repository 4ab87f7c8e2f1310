import { consumptionList, consumptionSorts } from '#lib/contract/balance.ts'
import { columnsOf } from '#lib/contract/keys.ts'
import { createGrowingList } from '../core/lists/create-growing-list.ts'
import { allDays, timeRangeOf } from '../core/lists/days.ts'

/** Rows that are shown at once, as of recharges. */
const SIZE = 10

export const consumption = createGrowingList(consumptionList, {
  filter: allDays,
  size: SIZE,
  payload: timeRangeOf,
  sorted: { name: 'spending', by: columnsOf(consumptionSorts) },
})
