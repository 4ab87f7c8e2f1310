import { afterAll, beforeAll, expect, test } from 'vitest'
import { balanceOverview, consumptionList } from '#lib/contract/balance.ts'
import { messageList } from '#lib/contract/messages.ts'
import { expireDue } from '#service/market/orders/expire-orders.ts'
import { arrive, pay } from '#world/arrivals.ts'
import { buy, createMarket, orderOf, soldOf } from '#world/market.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { transaction } from '#world/wallets.ts'
import type { World } from '#world/world.ts'

let world: World
let operate: Operator
beforeAll(async () => {
  world = await createMarket()
  operate = createOperator(world)
})
afterAll(async () => {
  await expireDue(world.running.ctx)
  await world.close()
})

const REASON = '--reason "The farm has burnt down" --yes'
const TO = `0x${'44'.repeat(20)}`
const overview = (user: User) => user.call(balanceOverview, {})
async function sound() {
  await expireDue(world.running.ctx)
  expect(await operate('verify-money')).toMatchObject({ code: 0 })
}
const titles = async (user: User) =>
  (await user.call(messageList, { page: 1, size: 20 })).records.map(({ title }) => title)
const paidOrder = async (user: User, request: Parameters<typeof buy>[1] = {}) => {
  const order = await buy(user, request)
  await pay(world, order)
  return order
}

test('a paid order that does not run yet is refunded in full, and ends', async () => {
  const user = await world.user()
  const before = await soldOf(world)
  const order = await paidOrder(user)
  expect(await operate(`refund ${order.orderNo} ${REASON}`)).toMatchObject({ code: 0, err: '' })
  expect(await orderOf(user, order)).toMatchObject({
    ...{ orderStatus: 'cancel', cancelReason: 'operator', refunded: '188' },
  })
  expect(await soldOf(world)).toBe(before)
  expect(await overview(user)).toMatchObject({ balance: '188', recharged: '188', consumed: '0' })
  expect(await titles(user)).toContain(`Order ${order.orderNo} was cancelled and refunded`)
  expect(await operate(`refund ${order.orderNo} ${REASON}`)).toMatchObject({ code: 3 })
  expect((await operate('audit')).out).toContain('The farm has burnt down')
  await sound()
  // Later payments of it become balance, and its allocation does not change.
  await arrive(world, order, { seen: '200' })
  expect(await overview(user)).toMatchObject({ balance: '200' })
  await sound()
})

test('a part of a running order is refunded once, and the order continues', async () => {
  const user = await world.user()
  const order = await paidOrder(user)
  world.clock.advance(25 * 3600)
  expect(await operate(`refund ${order.orderNo} ${REASON}`)).toMatchObject({
    code: 3,
    err: expect.stringContaining('--total'),
  })
  for (const code of [0, 3]) expect((await operate(`refund ${order.orderNo} --total 40 ${REASON}`)).code).toBe(code)
  expect((await operate(`refund ${order.orderNo} --total 39 ${REASON}`)).code).toBe(3)
  expect((await operate(`refund ${order.orderNo} --total 189 ${REASON}`)).code).toBe(3)
  expect(await operate(`refund ${order.orderNo} --total 188 ${REASON}`)).toMatchObject({ code: 0 })
  expect(await orderOf(user, order)).toMatchObject({ orderStatus: 'success', refunded: '188' })
  expect(await overview(user)).toMatchObject({ balance: '188' })
  await sound()
})

test('a refunded order that was paid from the balance reduces the consumption, and shows both amounts', async () => {
  const user = await world.user()
  const late = await buy(user)
  world.clock.advance(3600)
  await pay(world, late)
  const order = await buy(user, { network: 'balance' })
  expect(await overview(user)).toMatchObject({ balance: '0', recharged: '188', consumed: '188' })
  expect((await operate(`refund ${order.orderNo} ${REASON}`)).code).toBe(0)
  expect(await overview(user)).toMatchObject({ balance: '188', recharged: '188', consumed: '0' })
  const { records } = await user.call(consumptionList, { page: 1, size: 10 })
  expect(records.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['refund 188', 'order -188'])
  const { orderNo, type, title, titleZh } = order
  for (const record of records) expect(record.order).toEqual({ orderNo, type, title, titleZh })
  await sound()
})

test('the refund of an unpaid or unknown order is refused, and changes nothing', async () => {
  const order = await buy(await world.user())
  expect(await operate(`refund ${order.orderNo} ${REASON}`)).toMatchObject({
    code: 3,
    err: expect.stringContaining('not paid'),
  })
  expect((await operate(`refund CM00000000000000 ${REASON}`)).code).toBe(3)
  expect((await operate(`refund ${order.orderNo} --yes`)).code).toBe(2)
  expect(await operate(`refund ${order.orderNo} --amount 25 ${REASON}`)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--total'),
  })
})

test('a refunded deposit leaves the balance when the refund begins, and returns when it was not sent', async () => {
  const user = await world.user()
  const order = await buy(user)
  world.clock.advance(3600)
  await pay(world, order)
  const at = order.paymentAddress
  expect((await operate(`refund ${at} --total 100 --amount 100 --to ${TO} ${REASON}`)).code).toBe(2)
  const begin = (amount: string) => operate(`refund ${at} --amount ${amount} --to ${TO} ${REASON}`)
  expect(await begin('188.01')).toMatchObject({ code: 3 })
  expect(await begin('100')).toMatchObject({ code: 0, out: expect.stringContaining(TO) })
  expect(await begin('10')).toMatchObject({ code: 3, err: expect.stringContaining('already started') })
  expect(await overview(user)).toMatchObject({ balance: '88' })
  await sound()
  expect((await operate(`refund ${at} --not-sent --yes`)).code).toBe(0)
  expect(await overview(user)).toMatchObject({ balance: '188', recharged: '188', consumed: '0' })
  await sound()
  const txid = `0x${'ab'.repeat(32)}`
  expect((await begin('188')).code).toBe(0)
  expect((await operate(`refund ${at} --transaction ${transaction(1)} --yes`)).code).toBe(2)
  expect((await operate(`refund ${at} --transaction ${txid} --yes`)).code).toBe(0)
  expect((await operate(`refund ${at} --transaction ${txid} --yes`)).code).toBe(3)
  expect(await begin('1')).toMatchObject({ code: 3, err: expect.stringContaining('not brought so much') })
  expect(await overview(user)).toMatchObject({ balance: '0', recharged: '0' })
  expect(await titles(user)).toContain('188.00 USDT was sent back to you')
  await sound()
})

test('a deposit is not refunded when it is spent or payouts are paused', async () => {
  const user = await world.user()
  const order = await buy(user)
  world.clock.advance(3600)
  await pay(world, order)
  const line = `refund ${order.paymentAddress} --amount 188 --to ${TO} ${REASON}`
  await operate('payouts --pause --yes')
  expect(await operate(line)).toMatchObject({ code: 3, err: expect.stringContaining('paused') })
  await operate('payouts --resume --yes')
  await buy(user, { network: 'balance' })
  expect(await operate(line)).toMatchObject({ code: 3, err: expect.stringContaining('spent') })
  await sound()
})

test('a receipt that never becomes final is refused by hand, and the units of its order are released', async () => {
  const user = await world.user()
  const before = await soldOf(world)
  const order = await buy(user)
  await arrive(world, order, { seen: '188', confirmed: '0' })
  const { transactionId } = await orderOf(user, order)
  world.clock.advance(3 * 3600)
  expect((await operate(`deposits ${order.orderNo}`)).out).toContain(transactionId ?? 'none')
  expect((await operate(`deposits --refuse ${transactionId} --yes`)).code).toBe(2)
  expect(await operate(`deposits --refuse ${transactionId} --reason gone --yes`)).toMatchObject({ code: 0 })
  await arrive(world, order, { seen: '0' })
  expect(await orderOf(user, order)).toMatchObject({ orderStatus: 'cancel', seen: '0' })
  expect(await soldOf(world)).toBe(before)
  expect((await operate(`deposits --refuse ${transactionId} --reason gone --yes`)).code).toBe(3)
  await sound()
})
