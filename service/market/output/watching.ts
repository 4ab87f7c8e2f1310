import { sql } from 'kysely'
import type { WatchedOrder } from '#lib/contract/watcher.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { worthOf } from '#lib/money/worth.ts'
import type { RunningStatus } from '#lib/rules/orders.ts'
import { fromHashrate, outputOf, PLAN_UNIT, type PlanTypeName, planType } from '#lib/rules/plans.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { pageOf } from '#service/platform/db/paging.ts'
import { downsFor } from '../orders/queries.ts'
import { estimateOf, hashrateOf, isPaid, type PaidRow, type Row } from '../orders/row.ts'
import { type Downs, shapeRun } from '../orders/shape.ts'

/** Where a paid order stands by the clock, as `runningStatus` of the rules says it. */
export const runningAt = (now: number) => sql<RunningStatus>`case
  when ends_at <= ${new Date(now)} then 'ended'
  when runs_from <= ${new Date(now)} then 'running'
  when to_timestamp(ceil(extract(epoch from paid_at) / 3600) * 3600) <= ${new Date(now)} then 'preparing'
  else 'ready' end`

export interface WatchFilter {
  userId: string
  type?: PlanTypeName | undefined
  /** Empty means all. */
  statuses: readonly RunningStatus[]
}

/** A page of a user's paid orders as they run, the newest first, with the number of all that the filter lets through. */
export async function watchedPage(
  db: Database,
  of: WatchFilter,
  { page, pageSize, now }: { page: number; pageSize: number; now: number },
) {
  const query = db
    .selectFrom('orders')
    .where('user_id', '=', of.userId)
    .where('status', '=', 'success')
    .$if(of.type !== undefined, (some) => some.where('type', '=', of.type as PlanTypeName))
    .$if(of.statuses.length > 0, (some) => some.where(sql<boolean>`${runningAt(now)} = any(${of.statuses}::text[])`))
    .selectAll()
    .orderBy('ordered_at', 'desc')
    .orderBy('id')
  const { rows, total } = await pageOf(query, { page, size: pageSize })
  const settledEnd = startOf(dayAfter(await lastSettledDay(db, now)))
  const downs = await downsFor(db, rows)
  const outputs = await outputsOf(db, rows)
  const list = rows
    .filter(isPaid)
    .map((row) => shapeWatched(row, { downs, now, settledEnd, output: outputs.get(row.id) }))
  return { list, total }
}

/** What was settled of some orders, in smallest units. */
async function outputsOf(db: Database, rows: readonly Row[]): Promise<Map<string, bigint>> {
  if (rows.length === 0) return new Map()
  const found = await db
    .selectFrom('earnings')
    .select((expression) => ['source_id', expression.fn.sum<bigint>('amount').as('amount')])
    .where(
      'source_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('type', '=', 'cloud')
    .groupBy('source_id')
    .execute()
  return new Map(found.map(({ source_id, amount }) => [source_id, amount]))
}

const DAY_MS = 86_400_000

interface Watching {
  downs: Downs
  now: number
  settledEnd: number
  output: bigint | undefined
}

function shapeWatched(row: PaidRow, { downs, now, settledEnd, output = 0n }: Watching): WatchedOrder {
  const [runsFrom, endsAt] = [row.runs_from.getTime(), row.ends_at.getTime()]
  const settledMs = Math.max(0, Math.min(endsAt, settledEnd) - runsFrom)
  const ran = BigInt(Math.min(settledMs, row.days * DAY_MS))
  const { coin, rate } = row
  const text = (units: bigint) => fromUnits(units, coin)
  const soFar = outputOf({ hashrate: hashrateOf(row), rate, ms: ran, downSeconds: 0n })
  return {
    orderNo: row.id,
    title: row.title,
    titleZh: row.title_zh,
    type: planType[row.type],
    currencyCode: coin,
    hashrate: fromHashrate(hashrateOf(row)),
    unit: PLAN_UNIT,
    quantity: row.quantity,
    days: row.days,
    amount: fromUnits(row.amount, 'USDT'),
    run: shapeRun(row, downs, now),
    daysLeft: Math.max(0, Math.ceil((endsAt - Math.max(now, runsFrom)) / DAY_MS)),
    output: text(output),
    estimatedSoFar: text(soFar),
    estimatedOutput: text(estimateOf(row)),
    realisedPercent: percentOf(worthOf(text(output), coin), row.amount),
  }
}

/** Of a price in smallest units of USDT, a worth in 10^-8 USDT; one decimal, cut. */
const percentOf = (worth: bigint, price: bigint): number => Number((worth * 1000n) / (price * 100n)) / 10
