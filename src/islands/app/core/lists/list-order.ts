import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Direction } from '#lib/contract/keys.ts'
import { remembered } from '#lib/session/storage.ts'

/** The remembered order of each list, as far as its first request needs it; `table-sort.ts` changes it. */

export const SORT_KEY = 'tableSort'

export interface Sorting {
  /** Key of the column. */
  by: string
  isDescending: boolean
}

function storedSortings(): Readonly<Record<string, Sorting>> {
  try {
    return JSON.parse(remembered(SORT_KEY) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** By the table's name. */
export const $sortings = atom(storedSortings())

/** The order in which the service is asked for a list. */
export interface ListSort<Column extends string> {
  sortField: Column
  sort: Direction
}

/** The remembered order of a table among those that the service has; undefined is the list's own. Each order is one object. */
export function sortOf<Column extends string>(
  table: string,
  columns: readonly Column[],
): ReadableAtom<ListSort<Column> | undefined> {
  const all = columns.flatMap((sortField) => (['desc', 'asc'] as const).map((sort) => ({ sortField, sort })))
  return computed($sortings, ({ [table]: sorting }) =>
    all.find(({ sortField, sort }) => sortField === sorting?.by && (sort === 'desc') === sorting.isDescending),
  )
}

/** The page of a list, from 1. Another order of the rows begins at its first page. */
export function createPage($sort: ReadableAtom<unknown>) {
  const $chosen = atom<{ page: number; sort: unknown }>({ page: 1, sort: undefined })
  return {
    $page: computed([$chosen, $sort], (chosen, sort) => (chosen.sort === sort ? chosen.page : 1)),
    goTo: (page: number): void => $chosen.set({ page, sort: $sort.get() }),
  }
}
