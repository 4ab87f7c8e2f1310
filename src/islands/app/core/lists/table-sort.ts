import { atom } from 'nanostores'
import { remember, remembered } from '#lib/session/storage.ts'
import { $sortings, SORT_KEY, type Sorting } from './list-order.ts'

/** Sorts the rows of a table, and tells whether tables are dense. Both are stored in the browser. */

export type SortValue = string | number | bigint | undefined

const DENSE_KEY = 'denseTables'

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
