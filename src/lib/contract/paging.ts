import * as v from 'valibot'
import { UtcDay } from './amounts.ts'
import { Count, Id, Page, PageSize } from './fields.ts'

/** What a list asks for, page by page: `size` rows where the client names no number. */
export const pageAsked = (size: number) => ({ page: Page, size: v.optional(PageSize, size) })

/** The same in the words of the specification's older lists. */
export const pageSizeAsked = (size: number) => ({ page: Page, pageSize: v.optional(PageSize, size) })

type Paged<Key extends string, Row extends v.GenericSchema> = Record<Key, v.ArraySchema<Row, undefined>> & {
  total: typeof Count
}

/** A page of a list with the number of all that the filter lets through, and what else is told with it. */
export const pagedReply = <Row extends v.GenericSchema, const More extends v.ObjectEntries = Record<never, never>>(
  row: Row,
  more?: More,
): v.ObjectSchema<Paged<'records', Row> & More, undefined> =>
  v.object({ records: v.array(row), total: Count, ...(more as More) })

/** The same for the lists that the specification calls `list`. */
export const pagedList = <Row extends v.GenericSchema, const More extends v.ObjectEntries = Record<never, never>>(
  row: Row,
  more?: More,
): v.ObjectSchema<Paged<'list', Row> & More, undefined> =>
  v.object({ list: v.array(row), total: Count, ...(more as More) })

const isNumber = (text: string) => /^\d{1,18}$/.test(text)

/** What a key is made of. A `time` is in Unix milliseconds, and `1e14` of them is the last that a database keeps. */
const keyParts = {
  day: (text: string) => v.is(UtcDay, text),
  number: isNumber,
  time: (text: string) => isNumber(text) && Number(text) < 1e14,
  id: (text: string) => v.is(Id, text),
}
export type KeyPart = keyof typeof keyParts

/** Where a page of a growing list ends: the next one begins behind it, whatever was added meanwhile. */
export const keyOf = (...parts: readonly KeyPart[]) =>
  v.pipe(
    v.string(),
    v.maxLength(128),
    v.check((text) => {
      const told = text.split('.')
      return told.length === parts.length && parts.every((part, index) => keyParts[part](told[index] ?? ''))
    }),
  )
type Key = ReturnType<typeof keyOf>

/** What a growing list asks for: by the number of a page, or behind the `next` of the page before. */
export const keyedAsked = (size: number, key: Key) => ({
  ...pageAsked(size),
  page: v.optional(Page, 1),
  after: v.optional(key),
})

/** A page of a growing list; `next` is null where it is the last. */
export const keyedReply = <Row extends v.GenericSchema>(row: Row, key: Key) =>
  pagedReply(row, { next: v.nullable(key) })
