import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { PointEntry } from '#lib/contract/points.ts'
import type { PointSource } from '#lib/rules/points.ts'
import { unixSeconds } from '../../clock.ts'
import type { Database } from '../../db/open.ts'
import type { Tables } from '../../db/tables/index.ts'
import type { PointTable } from '../../db/tables/points.ts'
import { dayAfter, dayAt, startOf } from '../earnings/rules.ts'
import { sourcesOf } from './shape.ts'

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

const shape = (row: Selectable<PointTable>): PointEntry => ({
  _id: row.id,
  time: unixSeconds(row.credited_at),
  day: row.day,
  source: row.source,
  amount: row.amount.toString(),
  why: row.why,
})

/** A page of the history, newest day first, with the number of all that the filter lets through. */
export async function pointPage(
  db: Database,
  filter: Filter,
  at: { page: number; size: number; after?: string | undefined },
): Promise<{ records: PointEntry[]; total: number; next: string | null }> {
  const all = db.selectFrom('points').where(matching(filter))
  const [day, number] = at.after?.split('.') ?? []
  const from = day === undefined ? all : all.where(sql<SqlBool>`(day, number) < (${day}, ${number})`)
  const rows = await from
    .selectAll()
    .orderBy('day', 'desc')
    .orderBy('number', 'desc')
    .limit(at.size + 1)
    .offset(at.after === undefined ? (at.page - 1) * at.size : 0)
    .execute()
  const shown = rows.slice(0, at.size)
  const last = rows.length > at.size ? shown.at(-1) : undefined
  const { total } = await all.select(({ fn }) => fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  return { records: shown.map(shape), total: Number(total), next: last ? `${last.day}.${last.number}` : null }
}

/** What each UTC day of a range brought by source, and the sums of the range. */
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
