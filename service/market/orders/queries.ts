import { sql } from 'kysely'
import type { Order, orderSorts } from '#lib/contract/orders.ts'
import { fromUnits } from '#lib/money/coins.ts'
import type { OrderStatus } from '#lib/rules/orders.ts'
import { type PlanTypeName, planType } from '#lib/rules/plans.ts'
import { dayAt } from '#lib/time/days.ts'
import { depositsOf } from '#service/money/deposits/view.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import { descending, type KeyOrders, type SortedPageRequest, sortedPageOf } from '#service/platform/db/pagination.ts'
import { type FarmDowntime, toOrder } from './reply.ts'
import { PURPOSE, type Row } from './row.ts'

/** Downtime of the farms of some orders, from the first day on which one of them runs. */
export async function downtimeFor(db: Database, rows: readonly Row[]): Promise<FarmDowntime> {
  const running = rows.filter(({ runs_from }) => runs_from !== null)
  if (running.length === 0) return new Map()
  const first = new Date(Math.min(...running.map(({ runs_from }) => Number(runs_from))))
  const found = await db
    .selectFrom('farm_days')
    .select(['farm', 'day', 'down_seconds'])
    .where('farm', 'in', [...new Set(running.map(({ farm }) => farm))])
    .where('day', '>=', dayAt(first.getTime()))
    .where('down_seconds', '>', 0)
    .execute()
  const downtime = new Map<string, Map<string, number>>()
  for (const { farm, day, down_seconds } of found)
    downtime.set(farm, (downtime.get(farm) ?? new Map<string, number>()).set(day, down_seconds))
  return downtime
}

export async function toOrders(ctx: Context, db: Database, rows: readonly Row[]): Promise<Order[]> {
  const unpaid = rows.filter(({ status }) => status !== 'success').map(({ id }) => id)
  const deposits = await depositsOf(ctx, db, { purpose: PURPOSE, subjects: unpaid })
  const shaping = { ctx, deposits, downtime: await downtimeFor(db, rows), now: ctx.clock.now() }
  return rows.map((row) => toOrder(row, shaping))
}

export interface OrderFilter {
  userId: string
  type: PlanTypeName
  status?: OrderStatus | undefined
}

const byTime = { column: 'ordered_at', part: 'time', of: (row: Row) => row.ordered_at } as const
const byId = { column: 'id', part: 'id', of: (row: Row) => row.id } as const
type Column = keyof typeof orderSorts
const orders: KeyOrders<Row, Column> = {
  time: [
    { ...byTime, order: 'desc' },
    { ...byId, order: 'asc' },
  ],
  units: descending({ column: 'quantity', part: 'number', of: ({ quantity }) => BigInt(quantity) }, byId),
  amount: descending({ column: 'amount', part: 'amount', of: ({ amount }) => amount }, byId),
  status: descending({ column: 'status', part: 'id', of: ({ status }) => status }, byTime, byId),
}

type OrderPageRequest = Omit<SortedPageRequest<Column>, 'size'> & { pageSize: number }

/** A page of a user's orders of a line, newest first unless sorted otherwise, with the number of all that match the filter. */
export async function orderPage(db: Database, of: OrderFilter, { pageSize: size, ...at }: OrderPageRequest) {
  const query = db
    .selectFrom('orders')
    .where('user_id', '=', of.userId)
    .where('type', '=', of.type)
    .$if(of.status !== undefined, (some) => some.where('status', '=', of.status as OrderStatus))
  return sortedPageOf(query.selectAll(), orders, { ...at, size })
}

export const ownOrder = (db: Database, userId: string, orderNo: string): Promise<Row | undefined> =>
  db.selectFrom('orders').selectAll().where('id', '=', orderNo).where('user_id', '=', userId).executeTakeFirst()

/** Number of orders by line and status, and the pending one whose window closes first. */
export async function orderCounts(db: Database, userId: string) {
  const { rows } = await sql<{ type: PlanTypeName; status: OrderStatus; count: string }>`
    select type, status, count(*) as count from orders where user_id = ${userId} group by type, status`.execute(db)
  const next = await db
    .selectFrom('orders')
    .select(['type', 'id', 'amount', 'expires_at'])
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .orderBy('expires_at')
    .execute()
  return Object.entries(planType).map(([name, type]) => {
    const of = (status: OrderStatus) =>
      Number(rows.find((row) => row.type === name && row.status === status)?.count ?? 0)
    const [pending, paying, success, cancel] = [of('pending'), of('paying'), of('success'), of('cancel')]
    const first = next.find((row) => row.type === name)
    return {
      ...{ type, pending, paying, success, cancel, total: pending + paying + success + cancel },
      next: first
        ? {
            orderNo: first.id,
            amount: fromUnits(first.amount, 'USDT'),
            expiresAt: Math.ceil(first.expires_at.getTime() / 1000),
          }
        : null,
    }
  })
}
