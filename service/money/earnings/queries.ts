import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import type { Earning, earningSorts } from '#lib/contract/earning-list.ts'
import { type EarningSource, type EarningType, earningStatus, earningType } from '#lib/contract/earnings.ts'
import { type Coin, decimalsOf, fromUnits, withdrawableCoins } from '#lib/money/coins.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Database } from '#service/platform/db/open.ts'
import {
  descending,
  type KeyOrders,
  type PageRequest,
  pageOf,
  type SortedPageRequest,
  sortedPageOf,
} from '#service/platform/db/pagination.ts'
import type { Tables } from '#service/platform/db/tables.ts'
import { nameOf } from '#service/platform/enum-codec.ts'
import { readSources } from './sources.ts'
import type { EarningTable } from './tables.ts'

export interface Filter {
  userId: string
  type?: EarningType | undefined
  currencyCode?: Coin | undefined
  status?: number | undefined
  /** Unix seconds; the days that they fall on belong to the range. */
  startTime?: number | undefined
  endTime?: number | undefined
}

const matching = (filter: Filter) => (expression: ExpressionBuilder<Tables, 'earnings'>) => {
  const parts = [expression('earnings.user_id', '=', filter.userId)]
  if (filter.type !== undefined) parts.push(expression('earnings.type', '=', nameOf(earningType, filter.type)))
  if (filter.currencyCode !== undefined) parts.push(expression('earnings.coin', '=', filter.currencyCode))
  if (filter.startTime !== undefined) parts.push(expression('earnings.day', '>=', dayAt(filter.startTime * 1000)))
  if (filter.endTime !== undefined) parts.push(expression('earnings.day', '<=', dayAt(filter.endTime * 1000)))
  if (filter.status === earningStatus.frozen) parts.push(expression('earnings.released_at', 'is', null))
  if (filter.status === earningStatus.withdrawable) parts.push(expression('earnings.released_at', 'is not', null))
  return expression.and(parts)
}

/** The same condition on the sums, of which it leaves out none in part. */
const summed = (filter: Filter) => (expression: ExpressionBuilder<Tables, 'earning_sums'>) => {
  const parts = [expression('user_id', '=', filter.userId)]
  if (filter.type !== undefined) parts.push(expression('type', '=', nameOf(earningType, filter.type)))
  if (filter.currencyCode !== undefined) parts.push(expression('coin', '=', filter.currencyCode))
  if (filter.startTime !== undefined) parts.push(expression('day', '>=', dayAt(filter.startTime * 1000)))
  if (filter.endTime !== undefined) parts.push(expression('day', '<=', dayAt(filter.endTime * 1000)))
  if (filter.status === earningStatus.frozen) parts.push(expression('is_released', '=', false))
  if (filter.status === earningStatus.withdrawable) parts.push(expression('is_released', '=', true))
  return expression.and(parts)
}

const statusOf = (released: unknown) => (released ? earningStatus.withdrawable : earningStatus.frozen)

type Row = Selectable<EarningTable>
const byId = { column: 'earnings.id', part: 'id', of: (row: Row) => row.id } as const
type Column = keyof typeof earningSorts
const orders: KeyOrders<Row, Column> = {
  day: [
    { column: 'earnings.day', part: 'day', order: 'desc', of: ({ day }) => day },
    { ...byId, order: 'asc' },
  ],
  amount: descending(
    { column: 'earnings.coin', part: 'id', of: ({ coin }) => coin },
    { column: 'earnings.amount', part: 'amount', of: ({ amount }) => amount },
    byId,
  ),
}

/** A page of single earnings, newest day first unless sorted otherwise, with the number and the sums of all that match the filter. */
export async function earningPage(db: Database, filter: Filter, at: SortedPageRequest<Column>) {
  const query = db.selectFrom('earnings').selectAll().where(matching(filter))
  const { rows, ...page } = await sortedPageOf(query, orders, at)
  const sourceOf = await readSources(
    db,
    rows.map((row) => row.source_id),
  )
  const records = rows.map(
    (row): Earning => ({
      _id: row.id,
      time: unixSeconds(startOf(row.day)),
      currencyCode: row.coin,
      amount: fromUnits(row.amount, row.coin),
      type: earningType[row.type],
      source: sourceOf(row.type, row.source_id),
      status: statusOf(row.released_at),
      settledAt: unixSeconds(row.settled_at),
      releaseAt: unixSeconds(row.release_at),
    }),
  )
  return { records, ...page, sums: (await sumsByCoin(db, filter)).map(toCoinAmount) }
}

interface Grouped {
  coin: Coin
  amount: bigint
}
const toCoinAmount = ({ coin, amount }: Grouped) => ({ currencyCode: coin, amount: fromUnits(amount, coin) })

async function sumsByCoin(db: Database, filter: Filter): Promise<Grouped[]> {
  const rows = await db
    .selectFrom('earning_sums')
    .select((expression) => ['coin', expression.fn.sum<bigint>('amount').as('amount')])
    .where(summed(filter))
    .groupBy('coin')
    .execute()
  // Sorted here: in the statement it would sort all rows before it adds them up.
  return rows.toSorted((one, other) => (one.coin < other.coin ? -1 : 1))
}

/** Earnings of each day of a range by coin, with the sums of the range, of the previous range and of each source. */
export async function dailyIncomeOf(
  db: Database,
  of: {
    userId: string
    startDate: string
    endDate: string
    type?: EarningType | undefined
    settledDay: string
  },
) {
  const range = (from: string, to: string): Filter => ({
    userId: of.userId,
    type: of.type,
    startTime: startOf(from) / 1000,
    endTime: startOf(to) / 1000,
  })
  const length = Math.round((startOf(of.endDate) - startOf(of.startDate)) / 86_400_000) + 1
  const requested = range(of.startDate, of.endDate)
  const byDay = await sumsByDay(db, requested)
  const total = await sumsByCoin(db, requested)
  const previous = await sumsByCoin(db, range(dayAfter(of.startDate, -length), dayAfter(of.startDate, -1)))
  const sources = await sumsBySource(db, requested)
  const days = Array.from({ length }, (_, index) => {
    const date = dayAfter(of.startDate, index)
    return { date, settled: date <= of.settledDay, coins: byDay.get(date) ?? [] }
  })
  return { days, total: total.map(toCoinAmount), previous: previous.map(toCoinAmount), sources }
}

async function sumsByDay(db: Database, filter: Filter) {
  const rows = await db
    .selectFrom('earning_sums')
    .select((expression) => [
      'day',
      'coin',
      expression.fn.sum<bigint>('amount').as('amount'),
      expression.fn.sum<bigint | null>('amount').filterWhere('is_released', '=', false).as('frozen'),
    ])
    .where(summed(filter))
    .groupBy(['day', 'coin'])
    .orderBy('day')
    .orderBy('coin')
    .execute()
  const days = new Map<string, { currencyCode: Coin; amount: string; frozen: string }[]>()
  for (const row of rows) {
    const frozen = fromUnits(row.frozen ?? 0n, row.coin)
    days.set(row.day, [...(days.get(row.day) ?? []), { ...toCoinAmount(row), frozen }])
  }
  return days
}

async function sumsBySource(db: Database, filter: Filter) {
  const rows = await db
    .selectFrom('earnings')
    .select((expression) => ['source_id', 'type', 'coin', expression.fn.sum<bigint>('amount').as('amount')])
    .where(matching(filter))
    .groupBy(['source_id', 'type', 'coin'])
    .orderBy('source_id')
    .orderBy('coin')
    .execute()
  const sourceOf = await readSources(
    db,
    rows.map((row) => row.source_id),
  )
  const bySource = new Map<string, { source: EarningSource; coins: ReturnType<typeof toCoinAmount>[] }>()
  for (const row of rows) {
    const one = bySource.get(row.source_id) ?? { source: sourceOf(row.type, row.source_id), coins: [] }
    one.coins.push(toCoinAmount(row))
    bySource.set(row.source_id, one)
  }
  return [...bySource.values()]
}

/** Amounts of several coins are compared as coins, not as their smallest units. */
const inCoins = sql`amount / power(10::numeric, ${sql.join(
  [sql`case coin`, ...withdrawableCoins.map((coin) => sql`when ${coin} then ${decimalsOf[coin]}::int`), sql`end`],
  sql` `,
)})`

/** A page of days, one row a day and coin. */
export async function earningDays(
  db: Database,
  filter: Filter,
  order: PageRequest & { sortField: 'time' | 'amount'; sort: 'asc' | 'desc' },
) {
  const grouped = db
    .selectFrom('earning_sums')
    .select((expression) => [
      'day',
      'coin',
      expression.fn.sum<bigint>('amount').as('amount'),
      expression.fn.max('release_at').as('release_at'),
      sql<boolean>`bool_and(is_released)`.as('released'),
      sql<number>`sum(sources)::int`.as('sources'),
      sql<boolean>`max(part) > 0`.as('has_parts'),
    ])
    .where(summed(filter))
    .groupBy(['day', 'coin'])
  const query = db
    .selectFrom(grouped.as('days'))
    .selectAll()
    .orderBy(order.sortField === 'time' ? sql.ref('day') : inCoins, order.sort)
    .orderBy('day', 'desc')
    .orderBy('coin')
  const { rows, total } = await pageOf(query, order)
  const sourcesOf = await sourcesOfParts(db, filter, rows)
  const records = rows.map((row) => ({
    ...toCoinAmount(row),
    time: unixSeconds(startOf(row.day)),
    status: statusOf(row.released),
    releaseAt: unixSeconds(row.release_at),
    sources: sourcesOf(row) ?? row.sources,
  }))
  return { records, total }
}

interface DayRow {
  day: string
  coin: Coin
  has_parts: boolean
}

/** Numbers of sources of the days that were settled in parts: a source may be in several of them. */
async function sourcesOfParts(db: Database, filter: Filter, rows: readonly DayRow[]) {
  const days = rows.filter(({ has_parts: hasParts }) => hasParts).map(({ day }) => day)
  const keyOf = ({ day, coin }: Pick<DayRow, 'day' | 'coin'>) => `${day}/${coin}`
  if (days.length === 0) return () => undefined
  const counted = await db
    .selectFrom('earnings')
    .select(['day', 'coin', sql<number>`count(distinct source_id)::int`.as('sources')])
    .where(matching(filter))
    .where('day', 'in', days)
    .groupBy(['day', 'coin'])
    .execute()
  const sources = new Map(counted.map((row) => [keyOf(row), row.sources]))
  return (row: DayRow) => (row.has_parts ? sources.get(keyOf(row)) : undefined)
}

/** Lifetime summary of one coin. */
export async function coinSummary(
  db: Database,
  filter: Filter & { currencyCode: Coin },
  yesterday: string | undefined,
) {
  const coin = filter.currencyCode
  const days = db
    .selectFrom('earning_sums')
    .select((expression) => [
      'day',
      expression.fn.sum<bigint>('amount').as('amount'),
      expression.fn.sum<bigint | null>('amount').filterWhere('is_released', '=', false).as('frozen'),
    ])
    .where(summed(filter))
    .groupBy('day')
    .orderBy('amount', 'desc')
    .orderBy('day', 'desc')
  const rows = await days.execute()
  const sum = (amounts: readonly (bigint | null)[]) =>
    fromUnits(
      amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n),
      coin,
    )
  const [best] = rows
  const first = rows.map(({ day }) => day).sort()[0]
  return {
    currencyCode: coin,
    total: sum(rows.map(({ amount }) => amount)),
    yesterday:
      yesterday === undefined ? null : sum(rows.filter(({ day }) => day === yesterday).map((row) => row.amount)),
    frozen: sum(rows.map(({ frozen }) => frozen)),
    days: rows.length,
    firstDay: first ?? null,
    bestDay: best ? { date: best.day, amount: fromUnits(best.amount, coin) } : null,
  }
}
