import { type Selectable, sql } from 'kysely'
import type { Consumption, consumptionSorts, Recharge, rechargeSorts } from '#lib/contract/balance.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { RECHARGE_IDLE_MS } from '#lib/rules/payments.ts'
import { type PlanTypeName, planType } from '#lib/rules/plans.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import {
  descending,
  isAfterKey,
  type KeyOrders,
  orderBy,
  orderSql,
  type SortedPageRequest,
  sortedPageOf,
  trimPage,
} from '#service/platform/db/pagination.ts'
import { depositsOf } from '../deposits/view.ts'
import { balanceAccount } from '../ledger/accounts.ts'
import { movementRange, movementsOf, spentFrom } from '../ledger/movements.ts'
import { balanceUnits } from './pay-from-balance.ts'
import type { RechargeTable } from './tables.ts'

type Row = Selectable<RechargeTable>

/** Recharges in the form of the contract. */
export async function toRecharges(ctx: Context, db: Database, rows: readonly Row[]): Promise<Recharge[]> {
  const ids = rows.map(({ id }) => id)
  const deposits = await depositsOf(ctx, db, { purpose: 'recharge', subjects: ids })
  const credited = await creditedOf(db, ids)
  const now = ctx.clock.now()
  return rows.flatMap((row) => {
    const deposit = deposits.get(row.id)
    if (!deposit) return []
    const units = credited.get(row.id) ?? 0n
    const isOld = now - row.asked_at.getTime() > RECHARGE_IDLE_MS
    const unpaidState = isOld ? ('idle' as const) : ('waiting' as const)
    const arrived = deposit.seen === deposit.confirmed && units > 0n ? ('credited' as const) : ('confirming' as const)
    const state = deposit.seen === '0' && units === 0n ? unpaidState : arrived
    return [{ _id: row.id, time: unixSeconds(row.asked_at), state, credited: fromUnits(units, 'USDT'), deposit }]
  })
}

async function creditedOf(db: Database, ids: readonly string[]): Promise<Map<string, bigint>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('deposit_addresses')
    .select(['subject_id', 'credited'])
    .where('purpose', '=', 'recharge')
    .where('subject_id', 'in', ids)
    .execute()
  return new Map(rows.map(({ subject_id, credited }) => [subject_id, credited]))
}

export async function rechargeOf(
  ctx: Context,
  db: Database,
  { userId, id }: { userId: string; id: string },
): Promise<Recharge | undefined> {
  const row = await db
    .selectFrom('recharges')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && (await toRecharges(ctx, db, [row]))[0]
}

interface Filter {
  userId: string
  startTime?: number | undefined
  endTime?: number | undefined
}

const from = ({ startTime }: Filter) => new Date((startTime ?? 0) * 1000)
const until = ({ endTime }: Filter) => new Date(((endTime ?? 253_402_300_798) + 1) * 1000)

const rechargeId = { column: 'id', part: 'id', of: (row: Row) => row.id } as const
type RechargeColumn = keyof typeof rechargeSorts
const rechargeOrders: KeyOrders<Row, RechargeColumn> = {
  time: [
    { column: 'asked_at', part: 'time', order: 'desc', of: (row) => row.asked_at },
    { ...rechargeId, order: 'asc' },
  ],
  amount: descending({ column: 'amount', part: 'amount', of: ({ amount }) => amount }, rechargeId),
}

export async function rechargePage(ctx: Context, db: Database, paged: Filter & SortedPageRequest<RechargeColumn>) {
  const chosen = db
    .selectFrom('recharges')
    .where('user_id', '=', paged.userId)
    .where('asked_at', '>=', from(paged))
    .where('asked_at', '<', until(paged))
    .selectAll()
  const { rows, ...page } = await sortedPageOf(chosen, rechargeOrders, paged)
  return { records: await toRecharges(ctx, db, rows), ...page }
}

const kindOf = (kind: string): Consumption['kind'] => {
  if (kind.startsWith('order')) return 'order'
  if (kind.startsWith('rental')) return 'rental'
  return kind.endsWith('-refund') ? 'refund' : 'other'
}

interface Movement {
  number: string
  amount: bigint
}
const byNumber = { column: 'movement.number', part: 'number', of: (row: Movement) => row.number } as const
type ConsumptionColumn = keyof typeof consumptionSorts
const movementOrders: KeyOrders<Movement, ConsumptionColumn> = {
  time: descending(byNumber),
  amount: descending({ column: 'movement.amount', part: 'amount', of: ({ amount }) => amount }, byNumber),
}

/** The numbers of a page in the order of the ledger: those above `above`, up to `top`. */
function numbersOf(paged: SortedPageRequest<ConsumptionColumn>, { before, last }: { before: number; last: number }) {
  const { after, page, size, sortField, sort } = paged
  const skipped = (page - 1) * size
  if (sortField !== 'time' || after !== undefined) return { above: before, top: last }
  return sort === 'desc' ? { above: before, top: last - skipped } : { above: before + skipped, top: last }
}

/** A page of movements. Their numbers give the total, and the page in their own order: no length of the history is counted or skipped. */
export async function consumptionPage(db: Database, paged: Filter & SortedPageRequest<ConsumptionColumn>) {
  const { after, page, size, sortField } = paged
  const account = balanceAccount(paged.userId)
  const range = await movementRange(db, account, { from: from(paged), until: until(paged) })
  const { above, top } = numbersOf(paged, range)
  const order = orderBy(movementOrders, paged)
  const found = await movementsOf(db, account)
    .where('movement.number', '>', String(above))
    .where('movement.number', '<=', String(top))
    .$if(after !== undefined, (some) => some.where(isAfterKey(order, after ?? '')))
    .$if(after === undefined && sortField !== 'time', (some) => some.offset((page - 1) * size))
    .leftJoin('orders', (join) =>
      join
        .onRef('orders.id', '=', sql<string>`split_part(transfers.operation, '/', 2)`)
        .on('transfers.operation', 'like', 'order/%'),
    )
    .leftJoin('gpu_rentals', (join) =>
      join
        .onRef('gpu_rentals.id', '=', sql<string>`split_part(transfers.operation, '/', 2)`)
        .on('transfers.operation', 'like', 'rental/%'),
    )
    .leftJoin('gpus', 'gpus.id', 'gpu_rentals.gpu_id')
    .select(['movement.number', 'movement.sequence', 'transfers.kind', 'movement.at', 'movement.amount'])
    .select(['orders.id as orderNo', 'orders.type', 'orders.title', 'orders.title_zh as titleZh'])
    .select(['gpu_rentals.id as rentalId', 'gpus.model', 'gpus.count'])
    .orderBy(orderSql(order))
    .limit(size + 1)
    .execute()
  const { rows, next } = trimPage(order, found, size)
  const records = rows.map(({ number, sequence, kind, at, amount, ...of }) => ({
    _id: String(sequence),
    time: unixSeconds(at),
    kind: kindOf(kind),
    ...subjectOf(of),
    amount: fromUnits(amount, 'USDT'),
  }))
  return { records, next, total: range.last - range.before }
}

interface Joined {
  orderNo: string | null
  type: PlanTypeName | null
  title: string | null
  titleZh: string | null
  rentalId: string | null
  model: string | null
  count: number | null
}

/** The order or rental that a movement paid for, if any. */
function subjectOf({ orderNo, type, title, titleZh, rentalId: id, model, count }: Joined) {
  return {
    order: orderNo && type && title && titleZh ? { orderNo, type: planType[type], title, titleZh } : null,
    rental: id && model && count !== null ? { id, model, count } : null,
  }
}

export async function balanceOverviewOf(db: Database, userId: string) {
  const balance = await balanceUnits(db, userId)
  const spent = await spentFrom(db, balanceAccount(userId))
  const alert = await db.selectFrom('balance_alerts').selectAll().where('user_id', '=', userId).executeTakeFirst()
  return {
    balance: fromUnits(balance, 'USDT'),
    recharged: fromUnits(balance - spent, 'USDT'),
    consumed: fromUnits(-spent, 'USDT'),
    threshold: alert ? fromUnits(alert.threshold, 'USDT') : null,
    isLow: alert !== undefined && balance < alert.threshold,
  }
}
