import { fromUnits } from '#lib/money/coins.ts'
import { outputOf, type PlanTypeName } from '#lib/rules/plans.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import { downtimeFor } from '../orders/queries.ts'
import type { FarmDowntime } from '../orders/reply.ts'
import { hashrateOf, isPaid, type PaidRow } from '../orders/row.ts'

const DAY_SECONDS = 86_400

export interface DaysRequest {
  userId: string
  type?: PlanTypeName | undefined
  orderNo?: string | undefined
  startDate: string
  endDate: string
  now: number
}

/** Settled and estimated output of each day of a range by coin: of one order, of one line, or of both. */
export async function outputByDay(db: Database, of: DaysRequest) {
  const orders = (await ordersIn(db, of)).filter(isPaid)
  const downtime = await downtimeFor(db, orders)
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
        uptime: uptimeOf(own, date, downtime),
      })),
    }
  })
}

const ordersIn = (db: Database, of: DaysRequest) =>
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

async function settledAmounts(db: Database, orders: readonly PaidRow[], of: DaysRequest): Promise<Map<string, bigint>> {
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

/** Milliseconds for which an order runs on a day. */
function ranMs(row: PaidRow, day: string): number {
  const [from, to] = [startOf(day), startOf(dayAfter(day))]
  return Math.max(0, Math.min(row.ends_at.getTime(), to) - Math.max(row.runs_from.getTime(), from))
}

/** Output of a day as estimated when the order was placed: without downtime, at the rate of that time. */
const estimateOn = (row: PaidRow, day: string): bigint =>
  outputOf({ hashrate: hashrateOf(row), rate: row.rate, ms: BigInt(ranMs(row, day)), downSeconds: 0n })

/** Uptime in percent with one decimal, weighted by the hash rate on each farm; 100 when nothing runs. */
function uptimeOf(orders: readonly PaidRow[], day: string, downtime: FarmDowntime): number {
  let [delivered, whole] = [0n, 0n]
  for (const row of orders) {
    const weight = hashrateOf(row) * BigInt(ranMs(row, day))
    whole += weight * BigInt(DAY_SECONDS)
    delivered += weight * BigInt(DAY_SECONDS - (downtime.get(row.farm)?.get(day) ?? 0))
  }
  return whole === 0n ? 100 : Number((delivered * 1000n) / whole) / 10
}
