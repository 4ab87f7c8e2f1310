import * as v from 'valibot'
import { Count, Page, PageSize } from './fields.ts'

/** What a list asks for, page by page: `size` rows where the client names no number. */
export const pageAsked = (size: number) => ({ page: Page, size: v.optional(PageSize, size) })

/** The same in the words of the specification's older lists. */
export const pageSizeAsked = (size: number) => ({ page: Page, pageSize: v.optional(PageSize, size) })

/** Stands for no filter in the status of every list (SPEC-9.26). */
export const NO_FILTER = -100

/** The status that a list is filtered by: one of its own, or none, which is the same as `all`. */
export const statusAsked = <const Status extends string, const All extends Status | undefined>(
  statuses: readonly Status[],
  all: All,
) =>
  v.pipe(
    v.picklist([...statuses, NO_FILTER] as [...Status[], typeof NO_FILTER]),
    v.transform((status): Status | All => (status === NO_FILTER ? all : (status as Status))),
  )

/** The same for what was read and what was not. */
export const isReadAsked = v.union([
  v.boolean(),
  v.pipe(
    v.literal(NO_FILTER),
    v.transform(() => undefined),
  ),
])

/** The same for a list that takes several statuses: none of them means all. */
export const statusesAsked = <const Status extends string | number>(statuses: readonly Status[]) =>
  v.pipe(
    v.array(v.picklist([...statuses, NO_FILTER] as [...Status[], typeof NO_FILTER])),
    v.maxLength(statuses.length),
    v.transform((asked): Status[] => (asked.some((one) => one === NO_FILTER) ? [] : (asked as Status[]))),
  )

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
