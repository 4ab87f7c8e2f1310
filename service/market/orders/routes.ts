import * as contract from '#lib/contract/orders.ts'
import { planType } from '#lib/rules/plans.ts'
import { claimPayment } from '#service/money/deposits/claim.ts'
import { unixSeconds } from '#service/platform/clock.ts'
import type { Context } from '#service/platform/context.ts'
import { snapshot } from '#service/platform/db/snapshot.ts'
import { nameOf } from '#service/platform/enum-codec.ts'
import type { Calls } from '#service/platform/http/calls.ts'
import { RefusalError } from '#service/platform/http/refusal.ts'
import { cancelOrder } from './cancel-order.ts'
import { expireOne } from './expire-orders.ts'
import { placeOrder } from './place-order.ts'
import { orderCounts, orderPage, ownOrder, toOrders } from './queries.ts'
import { PURPOSE, type Row } from './row.ts'
import { isOverdue } from './steps.ts'

export function orderRoutes(calls: Calls): void {
  calls.on(contract.buyPlan, async ({ ctx, input, session, lang }) =>
    toReply(ctx, await placeOrder(ctx, { ...input, userId: session.userId, lang })),
  )

  calls.on(contract.cancelOrder, async ({ ctx, input: { orderNo, reason }, session: { userId } }) =>
    reason === 'expired'
      ? currentOrder(ctx, userId, orderNo)
      : toReply(ctx, await cancelOrder(ctx, { orderNo, userId })),
  )

  calls.on(contract.orderDetail, ({ ctx, input, session }) => currentOrder(ctx, session.userId, input.orderNo))

  calls.on(contract.completeOrder, async ({ ctx, input, session }) => {
    const row = await ownOrder(ctx.db, session.userId, input.orderNo)
    if (!row) throw new RefusalError('ORDER_UNKNOWN')
    await ctx.limits.spend('lookUser', session.userId)
    const { userId } = session
    const { orderNo: subjectId, transactionId } = input
    if (row.network !== 'balance') await claimPayment(ctx, { purpose: PURPOSE, subjectId, userId, transactionId })
    return currentOrder(ctx, session.userId, input.orderNo)
  })

  calls.on(contract.orderList, ({ ctx, input, session }) => {
    const status = input.status === -100 ? undefined : input.status
    return snapshot(ctx.db, async (db) => {
      const { rows, ...page } = await orderPage(
        db,
        { userId: session.userId, type: nameOf(planType, input.type), status },
        input,
      )
      return { list: await toOrders(ctx, db, rows), ...page, serverTime: unixSeconds(ctx.clock.now()) }
    })
  })

  calls.on(contract.orderView, ({ ctx, session }) =>
    snapshot(ctx.db, async (db) => ({
      lines: await orderCounts(db, session.userId),
      serverTime: unixSeconds(ctx.clock.now()),
    })),
  )
}

/** Reads an order after expiring it if it is overdue, so that no reply offers a payment that comes too late. */
async function currentOrder(ctx: Context, userId: string, orderNo: string) {
  const row = await ownOrder(ctx.db, userId, orderNo)
  if (!row) throw new RefusalError('ORDER_UNKNOWN')
  if (!isOverdue(row, ctx.clock.now())) return toReply(ctx, row)
  await expireOne(ctx, row.id)
  return toReply(ctx, (await ownOrder(ctx.db, userId, orderNo)) ?? row)
}

async function toReply(ctx: Context, row: Row) {
  const [order] = await toOrders(ctx, ctx.db, [row])
  if (!order) throw new Error('the order has no reply')
  return { order, serverTime: unixSeconds(ctx.clock.now()) }
}
