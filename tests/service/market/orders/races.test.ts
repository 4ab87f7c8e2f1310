import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cancelOrder, type Order } from '#lib/contract/orders.ts'
import { expireDue } from '#service/market/orders/expire-orders.ts'
import { arrive } from '#world/arrivals.ts'
import { atOnce, buy, createMarket, orderOf, PLAN, setStock, soldOf } from '#world/market.ts'
import type { User } from '#world/visitor.ts'
import type { World } from '#world/world.ts'

/** How often the races are run; the long run asks for 100. */
const ROUNDS = Number(process.env.STOCK_ROUNDS ?? 1)
/** How many orders expire while everything else goes on; the long run has 1,000. */
const EXPIRING = Number(process.env.STOCK_EXPIRING ?? 30)
const HALF_HOUR = 1800

let world: World
let users: User[]
beforeAll(async () => {
  world = await createMarket()
  users = []
  for (let count = 0; count < 20; count += 1) users.push(await world.user())
  await world.warmUp()
})
afterAll(() => world.close())
const someone = (index: number): User => users[index % users.length] as User
const expireAll = async () => {
  world.clock.advance(HALF_HOUR)
  await expireDue(world.running.ctx)
  // A user with too many unpaid orders would have to wait for a day.
  await world.query(`update orders set cancel_reason = 'operator' where cancel_reason = 'expired'`)
}

describe('A5 stock', () => {
  test('two hundred concurrent requests for ten units place ten orders', { timeout: 120_000 * ROUNDS }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await soldOf(world)
      await setStock(world, 10)
      const { done, reasons } = await atOnce(200, (index) => buy(someone(index)))
      expect([done, reasons.length, new Set(reasons)]).toEqual([10, 190, new Set(['STOCK_SHORT'])])
      expect(await soldOf(world)).toBe(before + 10)
      await expireAll()
      expect(await soldOf(world)).toBe(before)
    }
  })

  test('two users get one order for the last unit, and none for three of two units', async () => {
    const before = await soldOf(world)
    await setStock(world, 1)
    expect((await atOnce(2, (index) => buy(someone(index)))).done).toBe(1)
    await expireAll()
    await setStock(world, 2)
    expect(await atOnce(3, (index) => buy(someone(index), { quantity: 3 }))).toEqual({
      done: 0,
      reasons: ['STOCK_SHORT', 'STOCK_SHORT', 'STOCK_SHORT'],
    })
    expect(await soldOf(world)).toBe(before)
  })

  test('the same request fifty times places one order', async () => {
    await setStock(world, 100)
    const before = await soldOf(world)
    const requestId = randomUUID()
    const orders: Order[] = []
    const { done } = await atOnce(50, async () => orders.push(await buy(someone(0), { requestId })))
    expect([done, new Set(orders.map(({ orderNo }) => orderNo)).size]).toEqual([50, 1])
    expect(await soldOf(world)).toBe(before + 1)
    await expireAll()
  })

  test('concurrent requests beyond the limit of unpaid orders place ten orders', async () => {
    const { done, reasons } = await atOnce(14, () => buy(someone(1)))
    expect([done, new Set(reasons)]).toEqual([10, new Set(['TOO_MANY_UNPAID'])])
    await expireAll()
  })
})

const firsts = ['payment', 'sweep', 'cancel'] as const

describe.each(firsts)('A7 at the end of the window, %s first', (first) => {
  test.each([-2000, -1, 0, 1, 2000])('a payment seen %i ms from it', async (ms) => {
    await setStock(world, 1000)
    const before = await soldOf(world)
    const user = await world.user()
    const order = await buy(user)
    world.clock.set(order.expiresAt * 1000 + ms)
    const acts = {
      cancel: () => user.call(cancelOrder, order).catch((error) => error.reason as string),
      sweep: () => expireDue(world.running.ctx),
      payment: () => arrive(world, order, { seen: '188' }),
    }
    await acts[first]()
    for (const other of firsts) if (other !== first) await acts[other]()
    const isPaid = ms < 0 && first !== 'cancel'
    const after = await orderOf(user, order)
    expect([after.orderStatus, after.credited]).toEqual(isPaid ? ['success', '0'] : ['cancel', '188'])
    expect(await soldOf(world)).toBe(before + (isPaid ? 1 : 0))
  })
})

test('A6 orders that expire while they are cancelled, expired by two nodes and paid end once each', {
  timeout: 900_000,
}, async () => {
  await setStock(world, EXPIRING + 10)
  const before = await soldOf(world)
  const owners: User[] = []
  for (let count = 0; count < Math.ceil(EXPIRING / 10); count += 1) owners.push(await world.user())
  const placed: { user: User; order: Order }[] = []
  for (let index = 0; index < EXPIRING; index += 1) {
    const user = owners[Math.floor(index / 10)] as User
    placed.push({ user, order: await buy(user) })
  }
  world.clock.advance(HALF_HOUR)
  const seenAt = world.clock.now() - 1
  const sweeps = [expireDue(world.running.ctx), expireDue(world.running.ctx)]
  await atOnce(EXPIRING, async (index) => {
    const { user, order } = placed[index] as (typeof placed)[0]
    if (index % 3 === 0) await user.call(cancelOrder, order)
    if (index % 3 !== 1) await arrive(world, order, { seen: '188', ...(index % 2 === 0 && { firstSeenAt: seenAt }) })
  })
  await Promise.all(sweeps)
  await expireDue(world.running.ctx)
  const rows = await world.query<{ status: string; units: string; credited: bigint; received: bigint; amount: bigint }>(
    `select status, credited, received, amount from orders where id = any($1)`,
    [placed.map(({ order }) => order.orderNo)],
  )
  const paid = rows.filter(({ status }) => status === 'success')
  expect(rows.filter(({ status }) => status === 'cancel').length).toBe(EXPIRING - paid.length)
  expect(rows.every((row) => row.received === (row.status === 'success' ? row.amount : row.credited))).toBe(true)
  expect(paid.length).toBeGreaterThan(0)
  expect(await soldOf(world, PLAN)).toBe(before + paid.length)
})
