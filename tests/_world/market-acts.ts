import { randomUUID } from 'node:crypto'
import { recharge } from '#lib/contract/balance.ts'
import { buyPlan, cancelOrder, type Order } from '#lib/contract/orders.ts'
import { expireDue } from '#service/market/orders/expire-orders.ts'
import type { Act } from './act.ts'
import { arrive, pay } from './arrivals.ts'
import { buy, PLAN } from './market.ts'
import type { MoneyWorld } from './money-world.ts'

const act = <Subject>(parts: Act<Subject>) => parts as Act<unknown>
const TO = `0x${'44'.repeat(20)}`
const REASON = '--reason burnt'

/** All acts with orders, their payments, and the balance. None of them moves the clock. */
export function createMarketActs({ world, user, operate, count, transfers }: MoneyWorld): Record<string, Act<unknown>> {
  const { ctx } = world.running
  /** Moves the order's placement back by an hour. */
  const age = ({ orderNo }: Order) =>
    world.query(
      `update orders set ordered_at = ordered_at - interval '1 hour', expires_at = expires_at - interval '1 hour' where id = $1`,
      [orderNo],
    )
  /** Moves expired orders back by a week: too many recent ones would block new orders. */
  const forget = () =>
    world.query(
      `update orders set ordered_at = ordered_at - interval '7 days', expires_at = expires_at - interval '7 days'
       where status = 'cancel' and ordered_at > $1`,
      [new Date(world.clock.now() - 7 * 86_400_000)],
    )
  /** An order that was paid too late: everything is in the balance. */
  const late = async () => {
    const order = await buy(user)
    await age(order)
    await expireDue(ctx)
    await pay(world, order)
    await forget()
    return order
  }
  const refundStarted = async () => {
    const { paymentAddress } = await late()
    await operate(`refund ${paymentAddress} --amount 188 --to ${TO} ${REASON}`)
    return paymentAddress ?? ''
  }
  const sumOf = async (address: string) =>
    count(
      `refunds join deposit_addresses d on d.number = deposit join transfers on operation like format('refund/%s/%%', refunds.id) where d.address = $1`,
      address,
    )
  /** Too many waiting orders would be refused. */
  const cancelAll = async () => {
    await world.query(
      `with gone as (update orders set status = 'cancel', cancel_reason = 'user', cancelled_at = ordered_at
         where status = 'pending' returning plan_id, quantity)
       update plans set sold = sold - n from (select plan_id, sum(quantity)::int as n from gone group by 1) g where g.plan_id = id`,
    )
    await forget()
  }
  return {
    'an order': act({
      prepare: async () => randomUUID(),
      run: (requestId) =>
        user.call(buyPlan, { productId: PLAN, quantity: 1, network: 'ETHEREUM', requestId: requestId as string }),
      effects: (requestId) =>
        count('orders join deposit_addresses on subject_id = id where request_id = $1', requestId),
      tidy: cancelAll,
    }),
    'an order from the balance': act({
      prepare: async () => {
        await late()
        return randomUUID()
      },
      run: (requestId) =>
        user.call(buyPlan, { productId: PLAN, quantity: 1, network: 'balance', requestId: requestId as string }),
      effects: (requestId) =>
        count(
          `orders join transfers on operation = format('order/%s/balance', orders.id) where request_id = $1`,
          requestId,
        ),
    }),
    'a cancelled order': act({
      prepare: async () => (await buy(user)).orderNo,
      run: (orderNo) => user.call(cancelOrder, { orderNo }),
      effects: (orderNo) => count(`orders where id = $1 and status = 'cancel'`, orderNo),
      done: /ORDER_NOT_PENDING/,
      tidy: forget,
    }),
    'an order that expires': act({
      prepare: async () => {
        const order = await buy(user)
        await age(order)
        return order.orderNo
      },
      run: () => expireDue(ctx),
      effects: (orderNo) => count(`orders where id = $1 and cancel_reason = 'expired'`, orderNo),
      tidy: forget,
    }),
    'a payment that is final': act({
      prepare: async () => {
        const order = await buy(user)
        await arrive(world, order, { seen: '188', confirmed: '0' })
        return order
      },
      async run(order) {
        await pay(world, order)
        // A failure does not stop the others, and is only logged.
        if ((await count('deposit_addresses where untold and subject_id = $1', order.orderNo)) > 0)
          throw new Error('it waits to be told')
      },
      async effects({ orderNo }) {
        const arrived = `transfers join chain_receipts on operation = format('deposit/%s/%s/0', network, transaction_id)
          join deposit_addresses on number = deposit where subject_id = $1`
        const taken = `transfers join deposit_addresses on operation like format('deposit/%s/taken/%%', number) where subject_id = $1`
        return (await count(arrived, orderNo)) + (await count(taken, orderNo))
      },
      whole: 2,
      inSteps: true,
    }),
    'a recharge': act({
      prepare: async () => randomUUID(),
      run: (requestId) => user.call(recharge, { network: 'ETHEREUM', amount: '50', requestId: requestId as string }),
      effects: (requestId) =>
        count('recharges join deposit_addresses on subject_id = id where request_id = $1', requestId),
      tidy: () => world.query(`update recharges set asked_at = asked_at - interval '2 days'`),
    }),
    'an order that is given back': act({
      prepare: async () => {
        const order = await buy(user)
        await pay(world, order)
        return order.orderNo
      },
      run: (orderNo) => operate(`refund ${orderNo} ${REASON}`),
      effects: (orderNo) => transfers(`order/${orderNo}/refund/%`),
      done: /already refunded/,
    }),
    'a part of an order that is given back': act({
      prepare: async () => {
        const order = await buy(user)
        await pay(world, order)
        return order.orderNo
      },
      run: (orderNo) => operate(`refund ${orderNo} --total 40 ${REASON}`),
      effects: (orderNo) => transfers(`order/${orderNo}/refund/%`),
      done: /already refunded/,
    }),
    'a refund that begins': act({
      prepare: async () => (await late()).paymentAddress ?? '',
      run: (address) => operate(`refund ${address} --amount 188 --to ${TO} ${REASON}`),
      effects: sumOf,
      done: /already started/,
    }),
    'a refund that was not sent': act({
      prepare: refundStarted,
      run: (address) => operate(`refund ${address} --not-sent`),
      effects: async (address) => (await sumOf(address)) - 1,
      done: /was begun/,
    }),
  }
}
