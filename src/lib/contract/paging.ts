import * as v from 'valibot'
import { Count, Page, PageSize } from './fields.ts'

/** Request of a paged list: `size` rows unless the client sends a number. */
export const pageRequest = (size: number) => ({ page: Page, size: v.optional(PageSize, size) })

/** The same with the field names of the specification's older lists. */
export const pageSizeRequest = (size: number) => ({ page: Page, pageSize: v.optional(PageSize, size) })

/** Means no filter in the status of every list (SPEC-9.26). */
export const NO_FILTER = -100

/** Status filter of a list: one of its statuses, or NO_FILTER, which gives `all`. */
export const statusFilter = <const Status extends string, const All extends Status | undefined>(
  statuses: readonly Status[],
  all: All,
) =>
  v.pipe(
    v.picklist([...statuses, NO_FILTER] as [...Status[], typeof NO_FILTER]),
    v.transform((status): Status | All => (status === NO_FILTER ? all : (status as Status))),
  )

/** The same for read and unread. */
export const isReadFilter = v.union([
  v.boolean(),
  v.pipe(
    v.literal(NO_FILTER),
    v.transform(() => undefined),
  ),
])

/** The same for several statuses: none means all. */
export const statusesFilter = <const Status extends string | number>(statuses: readonly Status[]) =>
  v.pipe(
    v.array(v.picklist([...statuses, NO_FILTER] as [...Status[], typeof NO_FILTER])),
    v.maxLength(statuses.length),
    v.transform((filter): Status[] => (filter.some((one) => one === NO_FILTER) ? [] : (filter as Status[]))),
  )

type Paged<Key extends string, Row extends v.GenericSchema> = Record<Key, v.ArraySchema<Row, undefined>> & {
  total: typeof Count
}

/** A page of a list with the total number of rows that match the filter, and further fields. */
export const pagedReply = <Row extends v.GenericSchema, const More extends v.ObjectEntries = Record<never, never>>(
  row: Row,
  more?: More,
): v.ObjectSchema<Paged<'records', Row> & More, undefined> =>
  v.object({ records: v.array(row), total: Count, ...(more as More) })

/** The same for lists that the specification calls `list`. */
export const pagedList = <Row extends v.GenericSchema, const More extends v.ObjectEntries = Record<never, never>>(
  row: Row,
  more?: More,
): v.ObjectSchema<Paged<'list', Row> & More, undefined> =>
  v.object({ list: v.array(row), total: Count, ...(more as More) })
