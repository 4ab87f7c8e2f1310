import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Endpoint, RequestOf } from '#lib/contract/endpoint.ts'
import { createResource } from '../calls/resource.ts'
import { createPage, sortOf } from './list-order.ts'
import { $isPhone, partOf } from './phone.ts'
import type { CsvOptions, RecordOf } from './save-list.ts'

interface ListOptions<E extends Endpoint, Filter> {
  /** The initial filter; undefined if a screen sets it later, and nothing is requested until then. */
  filter: Filter | undefined
  /** Rows of a page; a function if it depends on the filter. */
  size: number | ((filter: Filter) => number)
  /** False if it has pages on a phone, too. */
  grows?: boolean
  /** The call's payload for the filter, without the page; undefined if it cannot match anything. */
  payload: (filter: Filter) => Omit<RequestOf<E>, 'page' | 'size'> | undefined
  /** The name of its table, and the columns that the service sorts by. */
  sorted?: { name: string; by: readonly string[] }
  /** As in `createResource`. */
  everyMs?: number
  $changes?: ReadableAtom<unknown>
}

/**
 * A list by pages with its filter: `change` sets another filter and returns to the first page, `goTo` a page, `reload`,
 * and `saveAll` exports all rows as a file. Drawn by `<PagedList list={…}>`.
 */
export function createList<E extends Endpoint, Filter extends object>(
  endpoint: E,
  { filter: first, size, grows = true, payload, sorted, ...resourceOptions }: ListOptions<E, Filter>,
) {
  const $filter = atom<Filter | undefined>(first)
  const sortedBy = sorted?.by ?? []
  const $sort = sortOf(sorted?.name ?? '', sortedBy)
  const { $page, goTo } = createPage($sort)
  const sizeOf = (filter: Filter) => (typeof size === 'function' ? size(filter) : size)
  const $payload = computed([$filter, $page, $sort, $isPhone], (filter, page, sort, isPhone) => {
    const requestPayload = filter && payload(filter)
    if (!requestPayload) return undefined
    return { ...requestPayload, ...sort, ...partOf({ page, size: sizeOf(filter) }, isPhone && grows) } as RequestOf<E>
  })
  const $list = createResource(endpoint, { $payload, ...resourceOptions })
  const set = (filter: Filter | undefined) => {
    goTo(1)
    $filter.set(filter)
  }
  return {
    $list,
    $filter,
    $page,
    $size: computed($filter, (filter) => (filter ? sizeOf(filter) : 0)),
    set,
    /** Changes a part of the filter. */
    change(part: Partial<Filter>) {
      const filter = $filter.get()
      if (filter) set({ ...filter, ...part })
    },
    goTo,
    sortedBy,
    reload: () => $list.reload(),
    /** All rows that match the filter, in one file and the list's own order. Throws `ListChangedError`, and the call's errors. */
    async saveAll(options: CsvOptions<RecordOf<E>>): Promise<void> {
      const filter = $filter.get()
      const requestPayload = filter && payload(filter)
      if (requestPayload) await (await import('./save-list.ts')).saveList(endpoint, requestPayload, options)
    },
  }
}
