import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Direction } from '#lib/contract/keys.ts'
import { remember, remembered } from '#lib/session/storage.ts'

/** The order of a table's rows, and whether tables are dense. Stored in the browser. */

export type SortValue = string | number | bigint | undefined

export interface Sorting {
  /** Key of the column. */
  by: string
  isDescending: boolean
}

const SORT_KEY = 'tableSort'
const DENSE_KEY = 'denseTables'

function storedSortings(): Readonly<Record<string, Sorting>> {
  try {
    return JSON.parse(remembered(SORT_KEY) ?? '{}') ?? {}
  } catch {
    return {}
  }
}

/** By the table's name. */
export const $sortings = atom(storedSortings())

export const $dense = atom(remembered(DENSE_KEY) === '1')

export function setDense(isDense: boolean): void {
  $dense.set(isDense)
  remember(DENSE_KEY, isDense ? '1' : '0')
}

/** The next order after a press on a column's heading: figures begin with the largest; the third press ends the order. */
export function nextSorting(current: Sorting | undefined, by: string, isFigure: boolean): Sorting | undefined {
  if (current?.by !== by) return { by, isDescending: isFigure }
  return current.isDescending === isFigure ? { by, isDescending: !isFigure } : undefined
}

export function setSorting(table: string, sorting: Sorting | undefined): void {
  const { [table]: _, ...others } = $sortings.get()
  const sortings = sorting ? { ...others, [table]: sorting } : others
  $sortings.set(sortings)
  remember(SORT_KEY, JSON.stringify(sortings))
}

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

function compare(a: NonNullable<SortValue>, b: NonNullable<SortValue>): number {
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, undefined, { numeric: true })
  return a < b ? -1 : a > b ? 1 : 0
}

/** Rows in the order of a value; equal ones stay as they are, and those without a value come last. */
export function sortRows<Row>(
  rows: readonly Row[],
  value: (row: Row) => SortValue,
  { isDescending }: Pick<Sorting, 'isDescending'>,
): readonly Row[] {
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)]
    if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined)
    return isDescending ? compare(b, a) : compare(a, b)
  })
}
