import type { ParsedRequestOf } from '#lib/contract/endpoint.ts'
import type { buyPlan } from '#lib/contract/orders.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { ORDER_WINDOW_SECONDS } from '#lib/rules/orders.ts'
import { planState } from '#lib/rules/plans.ts'
import { dayAt } from '#lib/time/days.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { prepareBalancePayment } from '#service/money/balance/pay-from-balance.ts'
import { openDeposit } from '#service/money/deposits/payment-handler.ts'
import { runAlone } from '#service/money/ledger/poster.ts'
import type { Prepared } from '#service/money/ledger/work.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { answerOnce, requireSameRequest } from '#service/platform/http/request-ids.ts'
import { newCode } from '#service/platform/ids.ts'
import { planRow } from '../plans/queries.ts'
import { rateOf, ratesOn } from '../plans/rates.ts'
import { type PlanRow, saleOf } from '../plans/reply.ts'
import { takeStock } from '../plans/stock.ts'
import { expireDueOf } from './expire-orders.ts'
import { assertCanPlace } from './limits.ts'
import { notifyOrder } from './notifications.ts'
import { PURPOSE, type Row } from './row.ts'
import { beginRun } from './steps.ts'

export type OrderRequest = ParsedRequestOf<typeof buyPlan> & { userId: string; lang: Lang }

/** Characters after the prefix: digits and capitals, because operators type it. */
const NUMBER_LENGTH = 14
const PREFIX = { 'cloud-mining': 'CM', 'mining-agent': 'MA' } as const

/** Places an order. Idempotent by `requestId`: a repeated request returns the first order. */
export const placeOrder = (ctx: Context, request: OrderRequest): Promise<Row> =>
  answerOnce(ctx, request, { existing: () => existingOrder(ctx.db, request), act: () => createOrder(ctx, request) })

async function createOrder(ctx: Context, request: OrderRequest): Promise<Row> {
  await ctx.limits.spend('orderUser', request.userId)
  await expireDueOf(ctx, request.userId)
  return runAlone(ctx.db, { prepare: (db) => prepareOrder(ctx, db, request) })
}

async function prepareOrder(ctx: Context, db: Database, request: OrderRequest): Promise<Prepared<Row>> {
  const now = ctx.clock.now()
  await lockUser(db, request.userId)
  // The same request may have been served while this one waited for the row.
  const first = await existingOrder(db, request)
  if (first) return { answer: first, transfers: [], now }
  const assertFewUnits = request.network === 'balance' ? undefined : await assertCanPlace(db, request.userId, now)
  const plan = await takeStock(db, { planId: request.productId, units: request.quantity, now })
  if (!plan) throw await refusalReason(db, request, now)
  assertFewUnits?.(plan.total - plan.sold + request.quantity, request.quantity)
  const row = await toRow(db, request, { plan, now })
  return row.network === 'balance'
    ? placePaid(ctx, db, row)
    : { answer: await placeUnpaid(ctx, db, row), transfers: [], now }
}

/** The order of an earlier request with the same id; refuses when its content differs. */
async function existingOrder(db: Database, request: OrderRequest): Promise<Row | undefined> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst()
  return requireSameRequest(row, () => ({
    plan_id: request.productId,
    quantity: request.quantity,
    network: request.network,
  }))
}

/** Why no units could be taken of a plan. */
async function refusalReason(db: Database, { productId, quantity }: OrderRequest, now: number): Promise<RefusalError> {
  const plan = await planRow(db, productId)
  if (!plan) return new RefusalError('PLAN_UNKNOWN')
  if (planState(saleOf(plan), now) !== 'active') return new RefusalError('PLAN_NOT_ON_SALE')
  return new RefusalError('STOCK_SHORT', { count: quantity, remaining: plan.total - plan.sold })
}

async function toRow(db: Database, request: OrderRequest, { plan, now }: { plan: PlanRow; now: number }): Promise<Row> {
  const { coin, price } = plan
  const amount = price * BigInt(request.quantity)
  if (request.amount !== undefined && !isAmount(request.amount, amount))
    throw new RefusalError('PRICE_CHANGED', { amount: fromUnits(amount, 'USDT') })
  const { rate, since } = rateOf(await ratesOn(db, dayAt(now)), coin)
  const { type, title, title_zh, farm, hashrate, days, preparation_hours } = plan
  return {
    ...{ type, title, title_zh, coin, farm, hashrate, days, preparation_hours, price, amount, rate, rate_day: since },
    id: PREFIX[type] + newCode(NUMBER_LENGTH),
    user_id: request.userId,
    request_id: request.requestId,
    plan_id: plan.id,
    quantity: request.quantity,
    fee: 0n,
    network: request.network,
    address: null,
    lang: request.lang,
    status: 'pending',
    exception: 'none',
    ...{ seen: 0n, received: 0n, credited: 0n, refunded: 0n },
    ordered_at: new Date(now),
    expires_at: new Date(now + ORDER_WINDOW_SECONDS * 1000),
    ...{ first_seen_at: null, paid_at: null, transaction_id: null, cancelled_at: null, cancel_reason: null },
    ...{ runs_from: null, ends_at: null },
  }
}

/** Whether the total that the user was shown is the current one. */
function isAmount(shown: string, amount: bigint): boolean {
  try {
    return toUnits(shown, 'USDT') === amount
  } catch {
    return false
  }
}

const insertOrder = (db: Database, row: Row): Promise<Row> =>
  db.insertInto('orders').values(row).returningAll().executeTakeFirstOrThrow()

/** Places an order that is paid from the balance at once. */
async function placePaid(ctx: Context, db: Database, row: Row): Promise<Prepared<Row>> {
  const now = ctx.clock.now()
  const { id, user_id: userId, amount } = row
  const order = await insertOrder(db, { ...row, status: 'success', ...(await beginRun(db, row, now)) })
  await notifyOrder(ctx, db, order, 'orderPaidByBalance')
  const payment = await prepareBalancePayment(db, {
    ...{ userId, amount, now },
    operation: `order/${id}/balance`,
    kind: 'order-balance',
    to: 'orders',
  })
  return { answer: order, transfers: [payment], now }
}

/** Places an order that waits for a payment to its own address. */
async function placeUnpaid(ctx: Context, db: Database, row: Row): Promise<Row> {
  const { id, user_id: userId, amount, network } = row
  if (network === 'balance') throw new RefusalError('NETWORK_NOT_OFFERED')
  const { address } = await openDeposit(db, ctx, { purpose: PURPOSE, subjectId: id, userId, network, amount })
  return insertOrder(db, { ...row, address })
}
