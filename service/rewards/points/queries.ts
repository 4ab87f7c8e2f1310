import type { ExpressionBuilder, Selectable, SqlBool } from 'kysely'
import type { PointEntry, pointSorts } from '#lib/contract/points.ts'
import type { PointSource } from '#lib/rules/points.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import { descending, type KeyOrders, type SortedPageRequest, sortedPageOf } from '#service/platform/db/pagination.ts'
import type { Tables } from '#service/platform/db/tables.ts'
import { sourcesOf } from './reply.ts'
import type { PointTable } from './tables.ts'

export interface Filter {
  userId: string
  source?: PointSource | undefined
  /** Unix seconds; the days that they fall on belong to the range. */
  startTime?: number | undefined
  endTime?: number | undefined
}

const matching = (filter: Filter) => (expression: ExpressionBuilder<Tables, 'points'>) => {
  const parts = [expression('user_id', '=', filter.userId)]
  if (filter.source !== undefined) parts.push(expression('source', '=', filter.source))
  if (filter.startTime !== undefined) parts.push(expression('day', '>=', dayAt(filter.startTime * 1000)))
  if (filter.endTime !== undefined) parts.push(expression('day', '<=', dayAt(filter.endTime * 1000)))
  return expression.and(parts) as ReturnType<typeof expression.and> & SqlBool
}

type Row = Selectable<PointTable>

const toEntry = (row: Row): PointEntry => ({
  _id: row.id,
  time: unixSeconds(row.credited_at),
  day: row.day,
  source: row.source,
  amount: row.amount.toString(),
  why: row.why,
})

const byNumber = { column: 'number', part: 'number', of: (row: Row) => row.number } as const
type Column = keyof typeof pointSorts
const orders: KeyOrders<Row, Column> = {
  day: descending({ column: 'day', part: 'day', of: ({ day }) => day }, byNumber),
  points: descending({ column: 'amount', part: 'amount', of: ({ amount }) => amount }, byNumber),
}

/** A page of the history, newest day first unless sorted otherwise, with the number of all that match the filter. */
export async function pointPage(
  db: Database,
  filter: Filter,
  at: SortedPageRequest<Column>,
): Promise<{ records: PointEntry[]; total: number; next: string | null }> {
  const query = db.selectFrom('points').selectAll().where(matching(filter))
  const { rows, ...page } = await sortedPageOf(query, orders, at)
  return { records: rows.map(toEntry), ...page }
}

/** Points of each UTC day of a range by source, with the sums of the range. */
export async function pointsByDay(
  db: Database,
  of: { userId: string; startTime: number; endTime: number; settledDay: string },
) {
  const rows = await db
    .selectFrom('points')
    .select(({ fn }) => ['day', 'source', fn.sum<bigint>('amount').as('amount')])
    .where(matching({ userId: of.userId, startTime: of.startTime, endTime: of.endTime }))
    .groupBy(['day', 'source'])
    .execute()
  const first = dayAt(of.startTime * 1000)
  const length = Math.round((startOf(dayAt(of.endTime * 1000)) - startOf(first)) / 86_400_000) + 1
  const sum = (some: typeof rows) => {
    const sums = new Map<PointSource, bigint>()
    for (const { source, amount } of some) sums.set(source, (sums.get(source) ?? 0n) + amount)
    return sourcesOf(sums)
  }
  const days = Array.from({ length }, (_, index) => {
    const date = dayAfter(first, index)
    return { date, settled: date <= of.settledDay, sources: sum(rows.filter((row) => row.day === date)) }
  })
  return { days, total: sum(rows) }
}
