import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Direction, KeyPart } from '#lib/contract/keys.ts'

export interface PageRequest {
  /** From 1. */
  page: number
  size: number
}

/**
 * A page of a query's rows with the total number of rows. A page that is not full gives that number by itself, so only longer
 * lists are counted.
 */
export async function pageOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  { page, size }: PageRequest,
): Promise<{ rows: Row[]; total: number }> {
  const before = (page - 1) * size
  const rows = (await query.limit(size).offset(before).execute()) as Row[]
  const isLast = rows.length < size && (rows.length > 0 || before === 0)
  return { rows, total: isLast ? before + rows.length : await countOf(query) }
}

async function countOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const counted = query
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll<string>().as('total'))
  const { total } = (await counted.executeTakeFirstOrThrow()) as { total: string }
  return Number(total)
}

/** A column of a list's order; all columns together identify one row. */
interface OrderPart<Row> {
  column: string
  part: KeyPart
  order: 'asc' | 'desc'
  of: (row: Row) => string | bigint | Date
}
export type KeyOrder<Row> = readonly OrderPart<Row>[]

/** The orders of a list by the columns that clients name, in the direction `desc`. */
export type KeyOrders<Row, Column extends string> = Readonly<Record<Column, KeyOrder<Row>>>

/** An order whose parts all descend: its index bounds every page exactly. */
export const descending = <Row>(...parts: readonly Omit<OrderPart<Row>, 'order'>[]): KeyOrder<Row> =>
  parts.map((part) => ({ ...part, order: 'desc' }))

interface Sorting<Column extends string> {
  sortField: Column
  sort: Direction
}

/** The order of the requested column. An ascending one is the descending one backwards, so that one index serves both. */
export function orderBy<Row, Column extends string>(
  orders: KeyOrders<Row, Column>,
  { sortField, sort }: Sorting<Column>,
): KeyOrder<Row> {
  return sort === 'desc' ? orders[sortField] : reversed(orders[sortField])
}

const reversed = <Row>(order: KeyOrder<Row>): KeyOrder<Row> =>
  order.map((part) => ({ ...part, order: part.order === 'desc' ? 'asc' : 'desc' }))

/** The order of a list of operators: by a time, and by the id where times are equal. */
export const byTimeAndId = <Row extends { id: string }>(
  order: { time: string; id: string; direction: 'asc' | 'desc' },
  timeOf: (row: Row) => Date,
): KeyOrder<Row> => [
  { column: order.time, part: 'time', order: order.direction, of: timeOf },
  { column: order.id, part: 'id', order: 'asc', of: ({ id }) => id },
]

export interface KeysetPageRequest extends PageRequest {
  /** The key after which the page begins; it takes the place of the page number. */
  after?: string | undefined
}

/** A page of a list in the order that the client has chosen. */
export type SortedPageRequest<Column extends string> = KeysetPageRequest & Sorting<Column>

const textOf = (value: string | bigint | Date): string => String(value instanceof Date ? value.getTime() : value)

/** The key of a row: the next page begins after it. */
const keyOfRow = <Row>(order: KeyOrder<Row>, row: Row): string => order.map(({ of }) => textOf(of(row))).join('.')

const boundOf = (part: KeyPart, text: string): string | Date => (part === 'time' ? new Date(Number(text)) : text)

/**
 * Condition for the rows after a key (keyset pagination). Columns of one direction are compared as a row, which bounds the index scan
 * exactly; otherwise the first column alone bounds it, and the others break ties.
 */
export function isAfterKey<Row>(order: KeyOrder<Row>, key: string): RawBuilder<SqlBool> {
  const texts = key.split('.')
  const [first] = order
  if (first && order.every(({ order: direction }) => direction === first.order)) {
    const names = sql.join(order.map(({ column }) => sql.ref(column)))
    const values = sql.join(order.map(({ part }, index) => sql`${boundOf(part, texts[index] ?? '')}`))
    return sql<SqlBool>`(${names}) ${sql.raw(first.order === 'asc' ? '>' : '<')} (${values})`
  }
  return order.reduceRight<RawBuilder<SqlBool>>((rest, { column, part, order: direction }, index) => {
    const [name, value] = [sql.ref(column), boundOf(part, texts[index] ?? '')]
    const is = (operator: string) => sql<SqlBool>`${name} ${sql.raw(operator)} ${value}`
    const beyond = direction === 'asc' ? '>' : '<'
    if (index === order.length - 1) return is(beyond)
    return sql<SqlBool>`(${is(`${beyond}=`)} and (${is(beyond)} or ${rest}))`
  }, sql<SqlBool>`false`)
}

export const orderSql = <Row>(order: KeyOrder<Row>): RawBuilder<unknown> =>
  sql.join(order.map(({ column, order: direction }) => sql`${sql.ref(column)} ${sql.raw(direction)}`))

/** A page of a list in one of its orders, by page number or after a key of that order, with the key of the next page. */
export const sortedPageOf = <Tables, From extends keyof Tables, Row, Column extends string>(
  query: SelectQueryBuilder<Tables, From, Row>,
  orders: KeyOrders<Row, Column>,
  of: SortedPageRequest<Column>,
) => keysetPageOf(query, orderBy(orders, of), of)

/** A page of a list that grows at its head, by page number or after a key, with the key of the next page. */
export async function keysetPageOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  order: KeyOrder<Row>,
  { after, page, size }: KeysetPageRequest,
): Promise<{ rows: Row[]; total: number; next: string | null }> {
  const sorted = query.orderBy(orderSql(order))
  const from = after === undefined ? sorted.offset((page - 1) * size) : sorted.where(isAfterKey(order, after))
  const found = (await from.limit(size + 1).execute()) as Row[]
  const isAll = after === undefined && page === 1 && found.length <= size
  return { ...trimPage(order, found, size), total: isAll ? found.length : await countOf(query) }
}

export interface SliceRequest {
  /** The key after which the rows begin, or before which they end. */
  after?: string | undefined
  before?: string | undefined
  limit: number
}

/** The keys around some rows of a list: before the first and after the last, where there are more. */
export interface SliceKeys {
  previous: string | null
  next: string | null
}

/** Rows of a list that nobody counts, forward from a key or back from one. */
export async function sliceOf<Tables, From extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, From, Row>,
  order: KeyOrder<Row>,
  { after, before, limit }: SliceRequest,
): Promise<{ rows: Row[]; keys: SliceKeys }> {
  const towards = before === undefined ? order : reversed(order)
  const key = before ?? after
  const from = key === undefined ? query : query.where(isAfterKey(towards, key))
  const found = (await from
    .orderBy(orderSql(towards))
    .limit(limit + 1)
    .execute()) as Row[]
  const { rows, next: further } = trimPage(towards, found, limit)
  const [first] = rows
  const back = key !== undefined && first !== undefined ? keyOfRow(order, first) : null
  if (before === undefined) return { rows, keys: { previous: back, next: further } }
  return { rows: rows.toReversed(), keys: { previous: further, next: back } }
}

/** Cuts the extra row off, and returns the page's last key when there are more rows. */
export function trimPage<Row>(order: KeyOrder<Row>, found: Row[], size: number): { rows: Row[]; next: string | null } {
  const rows = found.slice(0, size)
  const last = found.length > size ? rows.at(-1) : undefined
  return { rows, next: last ? keyOfRow(order, last) : null }
}
