import { computed } from 'nanostores'
import { columnsOf } from '#lib/contract/keys.ts'
import * as contract from '#lib/contract/points.ts'
import type { PointSource } from '#lib/rules/points.ts'
import { utcDateTime } from '#lib/time/format.ts'
import { createGrowingList } from '../core/lists/create-growing-list.ts'
import { allDays, type Days, daysError, timeRangeOf } from '../core/lists/days.ts'
import { $credited } from './store.ts'

/** Lists show 20 at a time (SPEC-9.20). */
const SIZE = 20

interface Filter extends Days {
  source: PointSource | undefined
}

function payloadOf(filter: Filter) {
  const times = timeRangeOf(filter)
  return times && { ...(filter.source && { source: filter.source }), ...times }
}

const ALL: Filter = { source: undefined, ...allDays }

export const history = createGrowingList(contract.pointList, {
  filter: ALL,
  size: SIZE,
  payload: payloadOf,
  sorted: { name: 'points', by: columnsOf(contract.pointSorts) },
  $changes: $credited,
})

/** The history as it begins. */
export const showHistory = (): void => history.set(ALL)

export const $daysError = computed(history.$filter, (filter = ALL) => daysError(filter))

interface Words {
  head: readonly string[]
  source: (source: PointSource) => string
  why: (why: contract.PointReason) => string
}

/** The whole filtered history as a file. */
export function saveHistory({ head, source, why }: Words): Promise<void> {
  const filter = history.$filter.get()
  return history.saveAll({
    name: ['idleforge-points', filter?.from, filter?.to].filter(Boolean).join('-'),
    head,
    row: (one) => [one.day, source(one.source), { number: one.amount }, why(one.why), utcDateTime(one.time)],
  })
}
