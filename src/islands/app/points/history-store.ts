import { atom, computed } from 'nanostores'
import * as contract from '#lib/contract/points.ts'
import type { PointSource } from '#lib/rules/points.ts'
import { utcDateTime, utcDayStart } from '#lib/time/format.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'
import { saveCsv } from '../lists/save-csv.ts'
import { $credited } from './store.ts'

/** Lists show 20 (specification 9). */
export const SIZE = 20
/** Records that are asked for at once for a file. */
const FILE_SIZE = 100

interface Filter {
  page: number
  source: PointSource | undefined
  /** UTC days, both in the list; '' is no bound. */
  from: string
  to: string
}

export const $filter = atom<Filter>({ page: 1, source: undefined, from: '', to: '' })

/** Changes the filter; the list begins at its first page again. */
export const filterList = (part: Partial<Filter>): void => $filter.set({ ...$filter.get(), page: 1, ...part })

const isReversed = ({ from, to }: Filter): boolean => from !== '' && to !== '' && to < from
export const $isReversed = computed($filter, isReversed)

function payloadOf({ source, from, to }: Filter) {
  const [startTime, endTime] = [utcDayStart(from), utcDayStart(to)]
  return {
    ...(source && { source }),
    ...(startTime !== undefined && { startTime }),
    ...(endTime !== undefined && { endTime }),
  }
}

export const $history = createResource(contract.pointList, {
  $payload: computed($filter, (filter) =>
    isReversed(filter) ? undefined : { ...payloadOf(filter), page: filter.page, size: SIZE },
  ),
  $changes: $credited,
})

interface Words {
  head: readonly string[]
  source: (source: PointSource) => string
  why: (why: contract.PointReason) => string
}

/** The whole filtered history as a file, read by keys: what is credited meanwhile moves nothing. */
export async function saveHistory(words: Words): Promise<void> {
  const filter = $filter.get()
  const records: contract.PointEntry[] = []
  let after: string | undefined
  do {
    const asked = { ...payloadOf(filter), size: FILE_SIZE, ...(after !== undefined && { after }) }
    const page = await call(contract.pointList, asked)
    records.push(...page.records)
    after = page.next ?? undefined
  } while (after !== undefined)
  const rows = records.map((one) => [
    one.day,
    words.source(one.source),
    { number: one.amount },
    words.why(one.why),
    utcDateTime(one.time),
  ])
  saveCsv(['idleforge-points', filter.from, filter.to].filter(Boolean).join('-'), words.head, rows)
}
