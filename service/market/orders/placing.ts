import type { AskedOf } from '#lib/contract/endpoint.ts'
import type { buyPlan } from '#lib/contract/orders.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { ORDER_WINDOW_SECONDS } from '#lib/rules/orders.ts'
import { planState } from '#lib/rules/plans.ts'
import { dayAt } from '#lib/time/days.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { payFromBalance } from '#service/money/balance/spending.ts'
import { openDeposit } from '#service/money/deposits/taker.ts'
import type { Context } from '#service/platform/context.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Lang } from '#service/platform/http/messages.ts'
import { Refusal } from '#service/platform/http/refusal.ts'
import { answerOnce, sameRequest } from '#service/platform/http/request-ids.ts'
import { newCode } from '#service/platform/ids.ts'
import { planRow } from '../plans/queries.ts'
import { rateOf, ratesOn } from '../plans/rates.ts'
import { type PlanRow, saleOf } from '../plans/shape.ts'
import { takeStock } from '../plans/stock.ts'
import { expireDueOf } from './expiring.ts'
import { mayPlace } from './limits.ts'
import { PURPOSE, type Row } from './row.ts'
import { beginRun } from './steps.ts'
import { tellOrder } from './telling.ts'

export type Asked = AskedOf<typeof buyPlan> & { userId: string; lang: Lang }

/** Digits and capitals behind the line's letters; operators type it. */
const NUMBER_LENGTH = 14
const PREFIX = { 'cloud-mining': 'CM', 'mining-agent': 'MA' } as const

/** Places an order, once for each `requestId` of a user, however often and wherever it arrives. */
export const placeOrder = (ctx: Context, asked: Asked): Promise<Row> =>
  answerOnce(ctx, asked, { standing: () => standing(ctx.db, asked), act: () => place(ctx, asked) })

async function place(ctx: Context, asked: Asked): Promise<Row> {
  await ctx.limits.spend('orderUser', asked.userId)
  await expireDueOf(ctx, asked.userId)
  return ctx.db.transaction().execute(async (db) => {
    const now = ctx.clock.now()
    await lockUser(db, asked.userId)
    // The same request may have waited for that row a moment ago.
    const first = await standing(db, asked)
    if (first) return first
    const mustBeFew = asked.network === 'balance' ? undefined : await mayPlace(db, asked.userId, now)
    const plan = await takeStock(db, { planId: asked.productId, units: asked.quantity, now })
    if (!plan) throw await whyNone(db, asked, now)
    mustBeFew?.(plan.total - plan.sold + asked.quantity, asked.quantity)
    const row = await rowFor(db, asked, { plan, now })
    return row.network === 'balance' ? placePaid(ctx, db, row) : placeUnpaid(ctx, db, row)
  })
}

/** The order that stands under a request already; it has to be the one that is asked for. */
async function standing(db: Database, asked: Asked): Promise<Row | undefined> {
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where('user_id', '=', asked.userId)
    .where('request_id', '=', asked.requestId)
    .executeTakeFirst()
  return sameRequest(row, () => ({ plan_id: asked.productId, quantity: asked.quantity, network: asked.network }))
}

/** Why nothing was taken of a plan. */
async function whyNone(db: Database, { productId, quantity }: Asked, now: number): Promise<Refusal> {
  const plan = await planRow(db, productId)
  if (!plan) return new Refusal('PLAN_UNKNOWN')
  if (planState(saleOf(plan), now) !== 'active') return new Refusal('PLAN_NOT_ON_SALE')
  return new Refusal('STOCK_SHORT', { count: quantity, remaining: plan.total - plan.sold })
}

async function rowFor(db: Database, asked: Asked, { plan, now }: { plan: PlanRow; now: number }): Promise<Row> {
  const { coin, price } = plan
  const amount = price * BigInt(asked.quantity)
  if (asked.amount !== undefined && !isAmount(asked.amount, amount))
    throw new Refusal('PRICE_CHANGED', { amount: fromUnits(amount, 'USDT') })
  const { rate, since } = rateOf(await ratesOn(db, dayAt(now)), coin)
  const { type, title, title_zh, farm, hashrate, days, preparation_hours } = plan
  return {
    ...{ type, title, title_zh, coin, farm, hashrate, days, preparation_hours, price, amount, rate, rate_day: since },
    id: PREFIX[type] + newCode(NUMBER_LENGTH),
    user_id: asked.userId,
    request_id: asked.requestId,
    plan_id: plan.id,
    quantity: asked.quantity,
    fee: 0n,
    network: asked.network,
    address: null,
    lang: asked.lang,
    status: 'pending',
    exception: 'none',
    ...{ seen: 0n, received: 0n, credited: 0n, refunded: 0n },
    ordered_at: new Date(now),
    expires_at: new Date(now + ORDER_WINDOW_SECONDS * 1000),
    ...{ first_seen_at: null, paid_at: null, transaction_id: null, cancelled_at: null, cancel_reason: null },
    ...{ runs_from: null, ends_at: null },
  }
}

/** Whether the total that the user was shown is the one that it is. */
function isAmount(shown: string, amount: bigint): boolean {
  try {
    return toUnits(shown, 'USDT') === amount
  } catch {
    return false
  }
}

const write = (db: Database, row: Row): Promise<Row> =>
  db.insertInto('orders').values(row).returningAll().executeTakeFirstOrThrow()

/** Is paid at once, from what its user has paid in before. */
async function placePaid(ctx: Context, db: Database, row: Row): Promise<Row> {
  const now = ctx.clock.now()
  const { id, user_id: userId, amount } = row
  const order = await write(db, { ...row, status: 'success', ...(await beginRun(db, row, now)) })
  await tellOrder(ctx, db, order, 'orderPaidByBalance')
  await payFromBalance(db, {
    ...{ userId, amount, now },
    operation: `order/${id}/balance`,
    kind: 'order-balance',
    to: 'orders',
  })
  return order
}

/** Waits for a transfer to an address of its own. */
async function placeUnpaid(ctx: Context, db: Database, row: Row): Promise<Row> {
  const { id, user_id: userId, amount, network } = row
  if (network === 'balance') throw new Refusal('NETWORK_NOT_OFFERED')
  const { address } = await openDeposit(db, ctx, { purpose: PURPOSE, subjectId: id, userId, network, amount })
  return write(db, { ...row, address })
}
