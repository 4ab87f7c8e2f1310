import { fromUnits } from '#lib/money/coins.ts'
import { outputOf, type PlanTypeName } from '#lib/rules/plans.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { downsFor } from '../orders/queries.ts'
import { hashrateOf, isPaid, type PaidRow } from '../orders/row.ts'
import type { Downs } from '../orders/shape.ts'

const DAY_SECONDS = 86_400

export interface DaysAsked {
  userId: string
  type?: PlanTypeName | undefined
  orderNo?: string | undefined
  startDate: string
  endDate: string
  now: number
}

/** Each day of a range with what was settled and what had been estimated, by coin: of one order, of a line, or of both lines. */
export async function outputByDay(db: Database, of: DaysAsked) {
  const orders = (await ordersIn(db, of)).filter(isPaid)
  const downs = await downsFor(db, orders)
  const settledDay = await lastSettledDay(db, of.now)
  const amounts = await settledAmounts(db, orders, of)
  const days: string[] = []
  for (let day = of.startDate; day <= of.endDate; day = dayAfter(day)) days.push(day)
  const coins = [...new Set(orders.map(({ coin }) => coin))].sort()
  return coins.map((coin) => {
    const own = orders.filter((row) => row.coin === coin)
    return {
      currencyCode: coin,
      days: days.map((date) => ({
        date,
        amount: date <= settledDay ? fromUnits(amounts.get(`${coin}/${date}`) ?? 0n, coin) : null,
        estimate: fromUnits(
          own.reduce((sum, row) => sum + estimateOn(row, date), 0n),
          coin,
        ),
        uptime: uptimeOf(own, date, downs),
      })),
    }
  })
}

const ordersIn = (db: Database, of: DaysAsked) =>
  db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', of.userId)
    .where('status', '=', 'success')
    .where('ends_at', '>', new Date(startOf(of.startDate)))
    .where('runs_from', '<', new Date(startOf(dayAfter(of.endDate))))
    .$if(of.type !== undefined, (some) => some.where('type', '=', of.type as PlanTypeName))
    .$if(of.orderNo !== undefined, (some) => some.where('id', '=', of.orderNo as string))
    .execute()

async function settledAmounts(db: Database, orders: readonly PaidRow[], of: DaysAsked): Promise<Map<string, bigint>> {
  if (orders.length === 0) return new Map()
  const rows = await db
    .selectFrom('earnings')
    .select((expression) => ['coin', 'day', expression.fn.sum<bigint>('amount').as('amount')])
    .where(
      'source_id',
      'in',
      orders.map(({ id }) => id),
    )
    .where('type', '=', 'cloud')
    .where('day', '>=', of.startDate)
    .where('day', '<=', of.endDate)
    .groupBy(['coin', 'day'])
    .execute()
  return new Map(rows.map(({ coin, day, amount }) => [`${coin}/${day}`, amount]))
}

/** For how long of a day an order runs, in milliseconds. */
function ranMs(row: PaidRow, day: string): number {
  const [from, to] = [startOf(day), startOf(dayAfter(day))]
  return Math.max(0, Math.min(row.ends_at.getTime(), to) - Math.max(row.runs_from.getTime(), from))
}

/** What was estimated of a day when the order was placed: without downtime, at the rate of then. */
const estimateOn = (row: PaidRow, day: string): bigint =>
  outputOf({ hashrate: hashrateOf(row), rate: row.rate, ms: BigInt(ranMs(row, day)), downSeconds: 0n })

/** In percent with one decimal, of several farms the mean by what runs on them; 100 where nothing does. */
function uptimeOf(orders: readonly PaidRow[], day: string, downs: Downs): number {
  let [delivered, whole] = [0n, 0n]
  for (const row of orders) {
    const weight = hashrateOf(row) * BigInt(ranMs(row, day))
    whole += weight * BigInt(DAY_SECONDS)
    delivered += weight * BigInt(DAY_SECONDS - (downs.get(row.farm)?.get(day) ?? 0))
  }
  return whole === 0n ? 100 : Number((delivered * 1000n) / whole) / 10
}
