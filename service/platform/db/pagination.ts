import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { KeyPart } from '#lib/contract/keys.ts'

export interface PageRequest {
  /** From 1. */
  page: number
  size: number
}

/**
 * A page of what a query finds, in its order, with the number of all. A page that is not full tells that number by itself:
 * only longer lists are counted.
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

/** A part of the order of a growing list; all of them together are in one row alone. */
interface OrderPart<Row> {
  column: string
  part: KeyPart
  order: 'asc' | 'desc'
  of: (row: Row) => string | bigint | Date
}
export type KeyOrder<Row> = readonly OrderPart<Row>[]

export interface KeysetPageRequest extends PageRequest {
  /** The key that the page begins behind; the number of the page counts for nothing then. */
  after?: string | undefined
}

const textOf = (value: string | bigint | Date): string => String(value instanceof Date ? value.getTime() : value)

/** The key of a row: `behind` it begins the next page. */
const keyOfRow = <Row>(order: KeyOrder<Row>, row: Row): string => order.map(({ of }) => textOf(of(row))).join('.')

const boundOf = (part: KeyPart, text: string): string | Date => (part === 'time' ? new Date(Number(text)) : text)

/**
 * What stands behind a key of the contract's shape. The first part alone bounds what an index has to give; those after it
 * tell equals apart.
 */
export function isAfterKey<Row>(order: KeyOrder<Row>, key: string): RawBuilder<SqlBool> {
  const texts = key.split('.')
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

/** A page of a list that grows at its head, by its number or behind a key, with the key that the next one begins behind. */
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

/** Of one row more than a page has: the page, and the key of its end where there is more. */
export function trimPage<Row>(order: KeyOrder<Row>, found: Row[], size: number): { rows: Row[]; next: string | null } {
  const rows = found.slice(0, size)
  const last = found.length > size ? rows.at(-1) : undefined
  return { rows, next: last ? keyOfRow(order, last) : null }
}
