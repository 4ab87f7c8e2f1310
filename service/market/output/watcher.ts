import { sql } from 'kysely'
import type { WatchedOrder } from '#lib/contract/watcher.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { worthOf } from '#lib/money/worth.ts'
import type { RunningStatus } from '#lib/rules/orders.ts'
import { fromHashrate, outputOf, PLAN_UNIT, type PlanTypeName, planType } from '#lib/rules/plans.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { pageOf } from '#service/platform/db/pagination.ts'
import { downtimeFor } from '../orders/queries.ts'
import { type FarmDowntime, toRun } from '../orders/reply.ts'
import { estimateOf, hashrateOf, isPaid, type PaidRow, type Row } from '../orders/row.ts'

/** SQL expression of `runningStatus` in src/lib/rules/orders.ts. */
export const runningStatusSql = (now: number) => sql<RunningStatus>`case
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

/** A page of a user's paid orders, newest first, with the number of all that match the filter. */
export async function watcherPage(
  db: Database,
  of: WatchFilter,
  { page, pageSize, now }: { page: number; pageSize: number; now: number },
) {
  const query = db
    .selectFrom('orders')
    .where('user_id', '=', of.userId)
    .where('status', '=', 'success')
    .$if(of.type !== undefined, (some) => some.where('type', '=', of.type as PlanTypeName))
    .$if(of.statuses.length > 0, (some) =>
      some.where(sql<boolean>`${runningStatusSql(now)} = any(${of.statuses}::text[])`),
    )
    .selectAll()
    .orderBy('ordered_at', 'desc')
    .orderBy('id')
  const { rows, total } = await pageOf(query, { page, size: pageSize })
  const settledEnd = startOf(dayAfter(await lastSettledDay(db, now)))
  const downtime = await downtimeFor(db, rows)
  const outputs = await outputsOf(db, rows)
  const list = rows
    .filter(isPaid)
    .map((row) => toWatched(row, { downtime, now, settledEnd, output: outputs.get(row.id) }))
  return { list, total }
}

/** Settled output of some orders, in smallest units of their coins. */
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

interface WatchContext {
  downtime: FarmDowntime
  now: number
  settledEnd: number
  output: bigint | undefined
}

function toWatched(row: PaidRow, { downtime, now, settledEnd, output = 0n }: WatchContext): WatchedOrder {
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
    run: toRun(row, downtime, now),
    daysLeft: Math.max(0, Math.ceil((endsAt - Math.max(now, runsFrom)) / DAY_MS)),
    output: text(output),
    estimatedSoFar: text(soFar),
    estimatedOutput: text(estimateOf(row)),
    realisedPercent: percentOf(worthOf(text(output), coin), row.amount),
  }
}

/** Percentage of a price (smallest units of USDT) that a worth (10^-8 USDT) is, rounded down to one decimal. */
const percentOf = (worth: bigint, price: bigint): number => Number((worth * 1000n) / (price * 100n)) / 10
