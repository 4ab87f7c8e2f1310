import { computed } from 'nanostores'
import * as contract from '#lib/contract/points.ts'
import type { PointSource } from '#lib/rules/points.ts'
import { utcDateTime, utcDayStart } from '#lib/time/format.ts'
import { createGrowingList } from '../lists/create-growing-list.ts'
import { $credited } from './store.ts'

/** Lists show 20 at a time (specification 9). */
const SIZE = 20

interface Filter {
  source: PointSource | undefined
  /** UTC days, both in the list; '' is no bound. */
  from: string
  to: string
}

const isReversed = ({ from, to }: Filter): boolean => from !== '' && to !== '' && to < from

function payloadOf(filter: Filter) {
  if (isReversed(filter)) return undefined
  const { source, from, to } = filter
  const [startTime, endTime] = [utcDayStart(from), utcDayStart(to)]
  return {
    ...(source && { source }),
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
  }
}

export const history = createGrowingList(contract.pointList, {
  filter: { source: undefined, from: '', to: '' } as Filter,
  size: SIZE,
  payload: payloadOf,
  $changes: $credited,
})

export const $isReversed = computed(history.$filter, (filter) => filter !== undefined && isReversed(filter))

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
