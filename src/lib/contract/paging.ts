import * as v from 'valibot'
import { Count, Page, PageSize } from './fields.ts'

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
