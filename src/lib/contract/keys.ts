import * as v from 'valibot'
import { utcDayStart } from '../time/format.ts'
import { Page } from './fields.ts'
import { pagedReply, pageRequest } from './paging.ts'

/** Parts of a key. A `time` is in Unix milliseconds, the precision of the database. */
const keyParts = {
  day: '[12]\\d{3}-\\d\\d-\\d\\d',
  number: '\\d{1,18}',
  /** In smallest units, which a movement of the balance may have below zero. */
  amount: '-?\\d{1,60}',
  time: '\\d{1,14}',
  id: '[\\w-]{1,64}',
}
export type KeyPart = keyof typeof keyParts

/** True for a key with these parts. */
function hasParts(parts: readonly KeyPart[], text: string): boolean {
  if (!new RegExp(`^${parts.map((part) => keyParts[part]).join('\\.')}$`).test(text)) return false
  const values = text.split('.')
  return parts.every((part, index) => part !== 'day' || utcDayStart(values[index] ?? '') !== undefined)
}

/** Cursor of a growing list: the next page begins after it, regardless of rows added since. */
export const keyOf = (...parts: readonly KeyPart[]) =>
  v.pipe(
    v.string(),
    v.check((text) => hasParts(parts, text)),
  )
type Key = ReturnType<typeof keyOf>

/** The columns that the service sorts a list by, with the parts of their keys. Other columns have no index. */
export type Sorts = Readonly<Record<string, readonly KeyPart[]>>
const directions = ['desc', 'asc'] as const
export type Direction = (typeof directions)[number]

/** The names of the columns. */
export const columnsOf = <const All extends Sorts>(sorts: All) => Object.keys(sorts) as (keyof All & string)[]

/** Cursor of a list in one of its orders. */
export const sortKey = (sorts: Sorts) =>
  v.pipe(
    v.string(),
    v.check((text) => Object.values(sorts).some((parts) => hasParts(parts, text))),
  )

/** Part of the request of a list that the service sorts: by `own`, the newest first, unless the client names a column. */
export const sortRequest = <const All extends Sorts>(sorts: All, own: keyof All & string) => ({
  sortField: v.optional(v.picklist(columnsOf(sorts)), own),
  sort: v.optional(v.picklist(directions), 'desc'),
  after: v.optional(sortKey(sorts)),
})

interface Sorted<Column extends string> {
  sortField: Column
  after?: string | undefined
}

/** Refuses a key whose parts are not those of the requested order. */
export const hasKeyOfSort = <const All extends Sorts, Input extends Sorted<keyof All & string>>(sorts: All) =>
  v.check<Input, string>(
    ({ sortField, after }) => after === undefined || hasParts(sorts[sortField] ?? [], after),
    'the key is of another order',
  )

/** Request of a growing list: by page number, or after the `next` of the previous page. */
export const keyedRequest = (size: number, key: Key) => ({
  ...pageRequest(size),
  page: v.optional(Page, 1),
  after: v.optional(key),
})

/** The same for a list that the service sorts. */
export const sortedRequest = <const All extends Sorts>(size: number, sorts: All, own: keyof All & string) => ({
  ...pageRequest(size),
  page: v.optional(Page, 1),
  ...sortRequest(sorts, own),
})

/** A page of a growing list; `next` is null on the last page. */
export const keyedReply = <Row extends v.GenericSchema>(row: Row, key: Key) =>
  pagedReply(row, { next: v.nullable(key) })
