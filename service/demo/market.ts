import { randomBytes, randomUUID } from 'node:crypto'
import { dayAt } from '#lib/time/days.ts'
import { dayOf } from '#service/compute/devices/rules.ts'
import { cancelOrder } from '#service/market/orders/cancel-order.ts'
import { setDowntime } from '#service/market/orders/downtime.ts'
import { expireDue } from '#service/market/orders/expire-orders.ts'
import { orderPaymentHandler } from '#service/market/orders/funds.ts'
import { placeOrder } from '#service/market/orders/place-order.ts'
import { insertPast, updatePlan } from '#service/market/plans/changes.ts'
import { rechargePaymentHandler, requestRecharge } from '#service/money/balance/request-recharge.ts'
import { setThreshold } from '#service/money/balance/threshold.ts'
import { notifyPaymentHandlers } from '#service/money/deposits/allocate-deposits.ts'
import { insertConfirmed } from '#service/money/deposits/save-poll.ts'
import type { Context } from '#service/platform/context.ts'
import { firstPerson } from './people.ts'
import type { PastAction } from './withdrawal-actions.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Orders of the demo are paid on the local network by inserted receipts; nothing is sent. */
const NETWORK = 'LOCAL'

/** A plan of the demo only, whose sale has ended and whose orders have finished. */
const TRIAL = 'aleo-10-7'

/**
 * Orders of the demo's account: two that have run for almost two weeks, one that has ended, a hosted machine, a cancelled one, one
 * that was paid too late, one paid from the balance, and one that waits for its payment. And three recharges, one of them waiting.
 */
export function orderActions(now: number): PastAction[] {
  const orders: Record<string, string> = {}
  const moment = (daysAgo: number, hour: number) => dayOf(now) - daysAgo * DAY + hour * HOUR

  const place = (name: string, productId: string, quantity: number, network: 'LOCAL' | 'balance' = NETWORK) =>
    async function act(ctx: Context) {
      if (ctx.payments?.networks[NETWORK] === undefined) return
      const { id: userId } = await firstPerson(ctx)
      const request = { productId, quantity, network, requestId: randomUUID() } as const
      orders[name] = (await placeOrder(ctx, { ...request, userId, lang: 'en' })).id
    }
  const pay = (name: string) =>
    async function act(ctx: Context) {
      if (orders[name] !== undefined) await receivePayment(ctx, orders[name])
    }
  const bought = (name: string, at: number, [productId, quantity]: readonly [string, number]): PastAction[] => [
    { at, act: place(name, productId, quantity) },
    { at: at + 6 * 60_000, act: pay(name) },
  ]
  const recharge = (name: string, amount: string) =>
    async function act(ctx: Context) {
      if (ctx.payments?.networks[NETWORK] === undefined) return
      const { id: userId } = await firstPerson(ctx)
      orders[name] = (await requestRecharge(ctx, { userId, amount, network: NETWORK, requestId: randomUUID() }))._id
    }
  const paidIn = (name: string, at: number, amount: string): PastAction[] => [
    { at, act: recharge(name, amount) },
    { at: at + 4 * 60_000, act: pay(name) },
  ]
  return [
    { at: moment(13, 12), act: openSales },
    { at: moment(13, 12), act: ({ db }) => openTrial(db, { from: moment(13, 12), to: moment(4, 12) }) },
    ...bought('aleo', moment(13, 12.1), ['aleo-50-90', 2]),
    ...bought('trial', moment(12, 10), [TRIAL, 5]),
    ...bought('grass', moment(11, 9), ['grass-80-90', 1]),
    ...bought('rig', moment(6, 15), ['rig-aleo-100', 1]),
    ...bought('new', now - 20 * HOUR, ['aleo-25-60', 1]),
    { at: moment(5, 12), act: ({ db }) => downtime(db, moment(5, 12)) },
    { at: moment(4, 11), act: place('cancelled', 'aleo-10-30', 3) },
    {
      at: moment(4, 11.1),
      async act(ctx) {
        if (orders.cancelled !== undefined)
          await cancelOrder(ctx, { userId: (await firstPerson(ctx)).id, orderNo: orders.cancelled })
      },
    },
    { at: moment(3, 20), act: place('late', 'aleo-10-30', 1) },
    { at: moment(3, 21), act: expireDue },
    { at: moment(3, 21.2), act: pay('late') },
    ...paidIn('first', moment(9, 10), '250'),
    { at: moment(9, 10.5), act: alert },
    { at: moment(9, 11), act: place('prepaid', 'aleo-10-30', 2, 'balance') },
    ...paidIn('second', moment(2, 17), '100'),
    { at: now - 30 * 60_000, act: recharge('waiting', '60') },
    { at: now - 2 * 60_000, act: place('unpaid', 'aleo-50-90', 2) },
  ]
}

/** Sets the low-balance threshold of the demo's account. */
async function alert(ctx: Context): Promise<void> {
  await setThreshold(ctx, { userId: (await firstPerson(ctx)).id, threshold: 50_000_000n })
}

/** Prepares plans in each state: one that opens soon, one with few units left, one that the first order sells out. */
async function openSales({ db, clock }: Context): Promise<void> {
  const opens = new Date(clock.now() + 16 * DAY)
  await updatePlan(db, 'aleo-120-180', { opens_at: opens })
  await updatePlan(db, 'aleo-50-90', { preparation_hours: 1, title: 'Three months', title_zh: '三个月' })
  await updatePlan(db, 'aleo-25-60', { total: 1 })
  await updatePlan(db, 'aleo-10-30', { total: 40 })
}

/** Adds the trial plan: a week of hash rate, on sale for nine days. It may exist, because an aborted filling keeps plans. */
const openTrial = (db: Context['db'], { from, to }: { from: number; to: number }) =>
  insertPast(db, {
    id: TRIAL,
    type: 'cloud-mining',
    title: 'Trial week',
    title_zh: '体验周',
    coin: 'ALEO',
    farm: 'north',
    hashrate: 10_000n,
    days: 7,
    price: 3_400_000n,
    total: 500,
    preparation_hours: 1,
    opens_at: null,
    deadline: new Date(to),
    created_at: new Date(from),
  })

const downtime = (db: Context['db'], at: number) =>
  db
    .transaction()
    .execute((transaction) =>
      setDowntime(transaction, { farm: 'north', day: dayAt(at), downSeconds: 6 * 3600, now: at }),
    )

/** Inserts a final receipt of the requested amount for an order or a recharge. */
async function receivePayment(ctx: Context, subject: string): Promise<void> {
  const now = ctx.clock.now()
  await ctx.db.transaction().execute(async (db) => {
    const transaction_id = `0x${randomBytes(32).toString('hex')}`
    // A block that the local network never has, so that polls do not look for the receipt.
    const receipt = { network: NETWORK, transaction_id, block: '-1000000', by: 'demo' } as const
    await insertConfirmed(db, subject, { ...receipt, now })
  })
  await notifyPaymentHandlers(ctx, [orderPaymentHandler, rechargePaymentHandler])
}
