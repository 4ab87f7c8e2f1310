import { consumptionList } from '#lib/contract/balance.ts'
import { createGrowingList } from '../core/lists/create-growing-list.ts'
import { allDays, timeRangeOf } from '../core/lists/days.ts'

/** Rows that are shown at once, as of recharges. */
const SIZE = 10

export const consumption = createGrowingList(consumptionList, { filter: allDays, size: SIZE, payload: timeRangeOf })
