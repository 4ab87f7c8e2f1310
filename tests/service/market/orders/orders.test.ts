import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messageList } from '#lib/contract/messages.ts'
import {
  buyPlan,
  cancelOrder,
  completeOrder,
  type Order,
  orderDetail,
  orderList,
  orderView,
} from '#lib/contract/orders.ts'
import { expireDue } from '#service/market/orders/expire-orders.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import { arrive, pay } from '#world/arrivals.ts'
import { buy, createMarket, orderOf, PLAN, setStock, soldOf } from '#world/market.ts'
import type { User } from '#world/visitor.ts'
import type { World } from '#world/world.ts'

const HALF_HOUR = 1800
let world: World
let user: User
beforeAll(async () => {
  world = await createMarket()
})
beforeEach(async () => {
  user = await world.user()
})
afterAll(async () => {
  await expireDue(world.running.ctx)
  await world.close()
})
const balance = async (owner: User) => {
  const [row] = await world.query<{ balance: bigint }>(
    `select balance from ledger_accounts where owner = $1 and kind = 'balance'`,
    [owner.info.id],
  )
  return Number(row?.balance ?? 0) / 1e6
}
const refused = (reason: string, data = {}) => expect.objectContaining({ reason, data: expect.objectContaining(data) })

describe('an order', () => {
  test('takes stock, and keeps what was agreed', async () => {
    const before = await soldOf(world)
    const order = await buy(user, { quantity: 2, amount: '376' })
    expect(await soldOf(world)).toBe(before + 2)
    expect(order).toMatchObject({
      ...{ orderStatus: 'pending', exception: 'none', price: '188', quantity: 2, fee: '0', amount: '376' },
      ...{ hashrate: '100', estimatedOutput: '1804.77', network: 'ETHEREUM', confirmations: 12, seen: '0' },
      expiresAt: order.orderTime + HALF_HOUR,
    })
    expect(order.orderNo).toMatch(/^CM[0-9A-HJKMNP-TV-Z]{14}$/)
    expect(order.paymentAddress).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect((await buy(user)).paymentAddress).not.toBe(order.paymentAddress)
    expect(await orderOf(user, order)).toEqual(order)
  })

  test('is placed once for a request id, which is refused with other content', async () => {
    const requestId = randomUUID()
    const order = await buy(user, { requestId })
    expect(await buy(user, { requestId })).toEqual(order)
    await expect(buy(user, { requestId, quantity: 2 })).rejects.toEqual(refused('REQUEST_REUSED'))
    await expect(buy(user, { productId: 'none' })).rejects.toEqual(refused('PLAN_UNKNOWN'))
    const request = { productId: PLAN, quantity: 1, network: 'BSC', requestId: randomUUID() } as const
    await expect(user.call(buyPlan, request)).rejects.toEqual(refused('NETWORK_NOT_OFFERED'))
  })

  test('of another user gives the same answer as a missing one', async () => {
    const order = await buy(user)
    const other = await world.user()
    for (const call of [orderDetail, completeOrder, cancelOrder])
      for (const orderNo of [order.orderNo, 'none'])
        await expect(other.call(call, { orderNo })).rejects.toEqual(refused('ORDER_UNKNOWN'))
    expect((await orderOf(user, order)).orderStatus).toBe('pending')
  })

  test('is cancelled by its user once, and its units are released', async () => {
    const before = await soldOf(world)
    const { orderNo } = await buy(user, { quantity: 3 })
    expect((await user.call(cancelOrder, { orderNo })).order).toMatchObject({
      orderStatus: 'cancel',
      cancelReason: 'user',
      cancelTime: Math.floor(world.clock.now() / 1000),
    })
    await expect(user.call(cancelOrder, { orderNo })).rejects.toMatchObject({
      reason: 'ORDER_NOT_PENDING',
      message: 'Transactions cannot be cancelled.',
    })
    expect(await soldOf(world)).toBe(before)
  })

  test('is not ended by a client whose clock is ahead, and once by any client when its window has closed', async () => {
    const [before, start] = [await soldOf(world), world.clock.now()]
    const { orderNo } = await buy(user)
    const expire = async () => (await user.call(cancelOrder, { orderNo, reason: 'expired' })).order
    world.clock.advance(HALF_HOUR - 1)
    expect((await expire()).orderStatus).toBe('pending')
    world.clock.advance(1)
    for (let twice = 0; twice < 2; twice += 1)
      expect(await expire()).toMatchObject({ orderStatus: 'cancel', cancelReason: 'expired' })
    expect(await soldOf(world)).toBe(before)
    // Later tests depend on the time of day.
    world.clock.set(start)
  })

  test('ends with its window, whoever asks first', async () => {
    const before = await soldOf(world)
    const order = await buy(user)
    world.clock.advance(HALF_HOUR - 1)
    expect((await orderOf(user, order)).orderStatus).toBe('pending')
    world.clock.advance(1)
    expect(await orderOf(user, order)).toMatchObject({ orderStatus: 'cancel', cancelReason: 'expired' })
    expect(await soldOf(world)).toBe(before)
    const { records } = await user.call(messageList, { page: 1 })
    expect(records[0]).toMatchObject({ title: `Order ${order.orderNo} has expired` })
  })
})

describe('unpaid orders', () => {
  test('are ten at most', async () => {
    for (let count = 0; count < 10; count += 1) await buy(user)
    await expect(buy(user)).rejects.toEqual(refused('TOO_MANY_UNPAID', { most: 10 }))
    const { lines } = await user.call(orderView, {})
    expect(lines[0]).toMatchObject({ type: 1, total: 10, pending: 10, next: { amount: '188' } })
    world.clock.advance(HALF_HOUR)
  })

  test('are one at a time for a day after three have expired', async () => {
    for (let count = 0; count < 3; count += 1) await buy(user)
    world.clock.advance(HALF_HOUR)
    const { orderNo } = await buy(user)
    const until = Math.ceil(world.clock.now() / 1000) + 86_400
    await expect(buy(user)).rejects.toEqual(refused('ONE_UNPAID_AT_A_TIME', { until }))
    await user.call(cancelOrder, { orderNo })
    for (let count = 0; count < 2; count += 1) await pay(world, await buy(user))
    world.clock.advance(86_400)
    await buy(user)
    await buy(user)
  })

  test('that their user cancels count as those that expire', async () => {
    const other = await world.user()
    for (let count = 0; count < 3; count += 1) await other.call(cancelOrder, await buy(other))
    const { orderNo } = await buy(other)
    const until = Math.ceil(world.clock.now() / 1000) + 86_400
    await expect(buy(other)).rejects.toEqual(refused('ONE_UNPAID_AT_A_TIME', { until }))
    // Other users are not restricted.
    await buy(await world.user())
    await other.call(cancelOrder, { orderNo })
  })

  test('never hold the whole stock again and again', async () => {
    const other = await world.user()
    world.clock.advance(HALF_HOUR)
    await expireDue(world.running.ctx)
    const sold = await soldOf(world)
    await setStock(world, 100)
    /** Takes all remaining units, or as many as the refusal allows. */
    const take = (quantity: number): Promise<Order> =>
      buy(other, { quantity }).catch((error: { reason?: string; data: { most: number } }) => {
        if (error.reason !== 'UNPAID_UNITS_LIMITED') throw error
        return take(error.data.most)
      })
    const held: number[] = []
    for (let tries = 0; tries < 10; tries += 1) {
      const order = await take(100)
      held.push((await soldOf(world)) - sold)
      world.clock.advance(HALF_HOUR - 1)
      await other.call(cancelOrder, order)
    }
    expect(held).toEqual([100, 100, 100, 10, 10, 10, 10, 10, 10, 10])
    await expect(take(1)).rejects.toEqual(refused('ORDERS_LEFT_UNPAID', { count: 10 }))
    expect(await soldOf(world)).toBe(sold)
    await setStock(world, 1_000)
  })

  test('do not limit orders from the balance, however many ended unpaid', async () => {
    const other = await world.user()
    for (let count = 0; count < 10; count += 1) {
      await other.call(cancelOrder, await buy(other))
      world.clock.advance(60)
    }
    const until = minuteFrom(world.clock.now() + 86_400_000) - 60
    await expect(buy(other)).rejects.toEqual(refused('ORDERS_LEFT_UNPAID', { until, count: 10 }))
    const request = { productId: PLAN, quantity: 1, network: 'balance', requestId: randomUUID() } as const
    await expect(other.call(buyPlan, request)).rejects.toEqual(refused('BALANCE_SHORT'))
    world.clock.advance(86_400)
    await buy(other)
  })
})

describe('what arrives', () => {
  test('is seen, then final: the order is paid, prepared, and cannot be cancelled', async () => {
    const order = await buy(user)
    await arrive(world, order, { seen: '188', confirmed: '0' })
    expect(await orderOf(user, order)).toMatchObject({ orderStatus: 'paying', seen: '188', received: '0' })
    await expect(user.call(cancelOrder, order)).rejects.toMatchObject({
      reason: 'ORDER_NOT_PENDING',
      message: 'Transactions cannot be cancelled.',
    })
    world.clock.advance(2 * HALF_HOUR)
    await expireDue(world.running.ctx)
    await pay(world, order)
    const now = Math.floor(world.clock.now() / 1000)
    expect(await orderOf(user, order)).toMatchObject({
      ...{ orderStatus: 'success', exception: 'none', received: '188', credited: '0', paymentTime: now },
      run: { runningStatus: 'ready', runsFrom: now + 86_400, endsAt: now + 91 * 86_400, extended: [] },
    })
    await expect(user.call(cancelOrder, order)).rejects.toMatchObject({
      message: 'Once the order is paid, cancellation is not supported.',
    })
    expect((await world.letter(user.email)).subject).toBe(`Order ${order.orderNo} is paid`)
  })

  test('is paid at once from the balance, or not at all', async () => {
    const [sold, first] = [await soldOf(world), await buy(user)]
    const request = { productId: PLAN, quantity: 1, network: 'balance', requestId: randomUUID() } as const
    await expect(user.call(buyPlan, request)).rejects.toEqual(refused('BALANCE_SHORT', { balance: '0', amount: '188' }))
    expect(await soldOf(world), 'nothing is taken').toBe(sold + 1)
    await arrive(world, first, { seen: '400' })
    expect(await balance(user)).toBe(212)
    const [{ order }] = await Promise.all([user.call(buyPlan, request), user.call(buyPlan, request)])
    expect(order).toMatchObject({ orderStatus: 'success', amount: '188', network: 'balance' })
    expect(await balance(user), 'once').toBe(24)
    await expect(user.call(buyPlan, { ...request, requestId: randomUUID() })).rejects.toEqual(refused('BALANCE_SHORT'))
    const { records } = await user.call(messageList, { page: 1 })
    const shown = records.find(({ title }) => title === `Order ${order.orderNo} is paid`)
    expect(shown?.content).toContain('You paid 188.00 USDT from your balance.')
  })

  test('in parts adds up; what is over becomes balance', async () => {
    const order = await buy(user)
    await arrive(world, order, { seen: '100' })
    expect(await orderOf(user, order)).toMatchObject({ orderStatus: 'pending', exception: 'partial', seen: '100' })
    await arrive(world, order, { seen: '190.5' })
    expect(await orderOf(user, order)).toMatchObject({ orderStatus: 'success', exception: 'over', credited: '2.5' })
    expect(await balance(user)).toBe(2.5)
  })

  test('too little, or too late, becomes balance when the window has closed', async () => {
    const [part, late] = [await buy(user), await buy(user)]
    await arrive(world, part, { seen: '187.99' })
    world.clock.advance(HALF_HOUR)
    await expireDue(world.running.ctx)
    expect(await orderOf(user, part)).toMatchObject({ orderStatus: 'cancel', exception: 'partial' })
    await arrive(world, part, { seen: '187.99' })
    await arrive(world, late, { seen: '188' })
    expect(await orderOf(user, part)).toMatchObject({ orderStatus: 'cancel', credited: '187.99' })
    expect(await orderOf(user, late)).toMatchObject({ orderStatus: 'cancel', exception: 'late', credited: '188' })
    expect(await balance(user)).toBe(375.99)
    const { records } = await user.call(messageList, { page: 1 })
    expect(records.filter(({ title }) => title.includes('added to your balance'))).toHaveLength(2)
  })

  test('seen in time but handled after the expiry still pays, while there are units', async () => {
    const [first, second] = [await buy(user), await buy(user)]
    const seenAt = world.clock.now() + HALF_HOUR * 1000 - 1
    world.clock.advance(HALF_HOUR)
    await expireDue(world.running.ctx)
    await arrive(world, first, { seen: '188', firstSeenAt: seenAt })
    expect(await orderOf(user, first)).toMatchObject({ orderStatus: 'success' })
    await world.query('update plans set total = sold where id = $1', [PLAN])
    await arrive(world, second, { seen: '188', firstSeenAt: seenAt })
    expect(await orderOf(user, second)).toMatchObject({ orderStatus: 'cancel', exception: 'late', credited: '188' })
    await world.query('update plans set total = 1800 where id = $1', [PLAN])
  })

  test('and vanishes again leaves the order pending, or cancelled', async () => {
    const [open, over] = [await buy(user), await buy(user)]
    const before = await soldOf(world)
    for (const order of [open, over]) await arrive(world, order, { seen: '188', confirmed: '0' })
    await arrive(world, open, { seen: '0' })
    expect(await orderOf(user, open)).toMatchObject({ orderStatus: 'pending', exception: 'none' })
    world.clock.advance(HALF_HOUR)
    await arrive(world, over, { seen: '0' })
    expect(await orderOf(user, over)).toMatchObject({ orderStatus: 'cancel', cancelReason: 'expired' })
    expect(await orderOf(user, open)).toMatchObject({ orderStatus: 'cancel' })
    expect(await soldOf(world)).toBe(before - 2)
  })
})

test('lists are of one line, filtered and paged, newest first', async () => {
  const orders = [await buy(user), await buy(user), await buy(user, { productId: 'rig-aleo-100' })]
  await pay(world, orders[0] as (typeof orders)[0])
  const list = (request: object) => user.call(orderList, { page: 1, type: 1, ...request })
  expect((await list({})).total).toBe(2)
  expect((await list({ status: 'success' })).list.map(({ orderNo }) => orderNo)).toEqual([orders[0]?.orderNo])
  expect((await list({ pageSize: 1, page: 2 })).list).toHaveLength(1)
  const hosted = await list({ type: 2 })
  expect(hosted.list[0]?.orderNo).toMatch(/^MA/)
  expect((await user.call(orderView, {})).lines).toMatchObject([
    { type: 1, total: 2, pending: 1, success: 1 },
    { type: 2, total: 1, pending: 1 },
  ])
})
