import { atom, computed, onMount, type ReadableAtom } from 'nanostores'
import type { Endpoint, RequestOf } from '#lib/contract/endpoint.ts'
import { $session } from '#lib/session/session.ts'
import { call } from '../calls/call.ts'
import { createResource } from '../calls/resource.ts'
import { sortOf } from './list-order.ts'
import type { CsvOptions, RecordOf } from './save-list.ts'

interface GrowingOptions<Filter> {
  /** The initial filter; nothing is requested while it is undefined. */
  filter: Filter | undefined
  /** Rows per request. */
  size: number
  /** The call's payload for the filter; undefined if it cannot match anything. */
  payload: (filter: Filter) => object | undefined
  /** The name of its table, and the columns that the service sorts by. */
  sorted?: { name: string; by: readonly string[] }
  /** As in `createResource`. */
  everyMs?: number
  $changes?: ReadableAtom<unknown>
}

interface Page<Row> {
  records: readonly Row[]
  total: number
  next: string | null
}

/** Rows read by `more`, and the order that they are in. */
interface Below<Row> extends Page<Row> {
  sort: unknown
}

/**
 * Merges the newest page with the rows read before. If none of its rows is among those, rows in between are unknown:
 * then only the page is kept, and the rest is read again.
 */
export function joined<Row extends { _id: string }>(newest: Page<Row>, below: Page<Row> | undefined): Page<Row> {
  const ids = new Set(newest.records.map(({ _id }) => _id))
  if (!below || newest.next === null || !below.records.some(({ _id }) => ids.has(_id))) return newest
  return {
    records: [...newest.records, ...below.records.filter(({ _id }) => !ids.has(_id))],
    total: newest.total,
    next: below.next,
  }
}

/**
 * A list that grows at its head, read by keys: `more` adds the next rows of its order, and new ones neither hide a row nor
 * show one twice. Drawn by `<GrowingList list={…}>`.
 */
export function createGrowingList<E extends Endpoint, Filter extends object>(
  endpoint: E,
  { filter: first, size, payload, sorted, ...resourceOptions }: GrowingOptions<Filter>,
) {
  type Row = RecordOf<E> & { _id: string }
  const $filter = atom<Filter | undefined>(first)
  const payloadOf = (filter: Filter | undefined) => filter && payload(filter)
  const sortedBy = sorted?.by ?? []
  const $sort = sortOf(sorted?.name ?? '', sortedBy)
  const $newest = createResource(endpoint, {
    $payload: computed([$filter, $sort], (filter, sort) => {
      const requestPayload = payloadOf(filter)
      return requestPayload && ({ ...requestPayload, ...sort, size } as RequestOf<E>)
    }),
    ...resourceOptions,
  })
  const $below = atom<Below<Row> | undefined>()
  const drop = () => $below.set(undefined)
  const $shown = computed([$newest, $below, $sort], ({ data }, below, sort) => {
    return data && joined(data as unknown as Page<Row>, below?.sort === sort ? below : undefined)
  })
  onMount($shown, () => {
    const stop = $session.listen((session, before) => session?.token !== before?.token && drop())
    return () => {
      stop()
      drop()
    }
  })
  const set = (filter: Filter | undefined) => {
    drop()
    $filter.set(filter)
  }
  return {
    $newest,
    $filter,
    /** All loaded rows, in the chosen order. */
    $shown,
    sortedBy,
    set,
    /** Changes a part of the filter. */
    change(part: Partial<Filter>) {
      const filter = $filter.get()
      if (filter) set({ ...filter, ...part })
    },
    /** Loads the rows after the shown ones. */
    async more(): Promise<void> {
      const [filter, sort, shown, session] = [$filter.get(), $sort.get(), $shown.get(), $session.get()]
      if (!shown?.next) return
      const page = await call(endpoint, { ...payloadOf(filter), ...sort, size, after: shown.next } as RequestOf<E>)
      if ($filter.get() !== filter || $sort.get() !== sort || $session.get()?.token !== session?.token) return
      const { records, total, next } = page as unknown as Page<Row>
      $below.set({ records: [...shown.records, ...records], total, next, sort })
    },
    reload: () => $newest.reload(),
    /** All rows that match the filter, in one file and the list's own order. Throws the call's errors. */
    async saveAll(options: CsvOptions<RecordOf<E>>): Promise<void> {
      const requestPayload = payloadOf($filter.get())
      if (requestPayload) await (await import('./save-list.ts')).saveList(endpoint, requestPayload, options)
    },
  }
}
