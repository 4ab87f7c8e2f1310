import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as contract from '#lib/contract/balance.ts'
import { payFromTestWallet, paymentNetworkList } from '#lib/contract/deposits.ts'
import { messageList } from '#lib/contract/messages.ts'
import { lockUser } from '#service/identity/users/queries.ts'
import { prepareBalancePayment } from '#service/money/balance/pay-from-balance.ts'
import { pollNetwork } from '#service/money/deposits/watch-networks.ts'
import { paymentHandlers } from '#service/payment-handlers.ts'
import { createOperator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import { checksWithout, createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let other: User
beforeAll(async () => {
  world = await createWorld({ settings: { TEST_CHAIN: '1' }, checks: checksWithout('V10', 'V10a') })
  user = await world.user()
  other = await world.user()
})
afterAll(() => world.close())

const poll = () => pollNetwork(world.running.ctx, 'LOCAL', paymentHandlers)
const settle = async () => {
  await poll()
  await world.running.ctx.payments?.testChain?.mine(6)
  await poll()
  await poll()
}
const ask = (amount = '20', requestId = randomUUID(), by = user) =>
  by.call(contract.recharge, { amount, network: 'LOCAL', requestId })
const spend = (amount: bigint, operation: string) => {
  const { ctx } = world.running
  const userId = user.info.id
  return ctx.poster.run({
    userId,
    async prepare(db) {
      const now = ctx.clock.now()
      await lockUser(db, userId)
      const payment = { userId, amount, operation, kind: 'order-balance', to: 'orders', now } as const
      return { answer: undefined, transfers: [await prepareBalancePayment(db, payment)], now }
    },
  })
}
const titles = async () => (await user.call(messageList, { page: 1 })).records.map(({ title }) => title)

test('offers the networks that are set, and no other', async () => {
  const { list } = await user.call(paymentNetworkList, {})
  expect(list).toMatchObject([{ network: 'LOCAL', isTest: true, confirmations: 6 }])
  await expect(
    user.call(contract.recharge, { amount: '5', network: 'ETHEREUM', requestId: randomUUID() }),
  ).rejects.toMatchObject({ reason: 'NETWORK_NOT_OFFERED' })
})

test('a recharge that is paid by the test wallet becomes balance once it is final', async () => {
  const made = await ask()
  expect(made).toMatchObject({
    state: 'waiting',
    credited: '0',
    deposit: { amount: '20', exception: 'none', needed: 6 },
  })
  const { address, uri, token } = made.deposit
  expect(token).toEqual({ contract: uri.slice(9, 51), chainId: '31337', decimals: 6 })
  expect(uri).toMatch(new RegExp(`^ethereum:0x[0-9a-fA-F]{40}@31337/transfer\\?address=${address}&uint256=20000000$`))
  await user.call(payFromTestWallet, { address, amount: '20' })
  await poll()
  expect(await user.call(contract.rechargeDetail, { id: made._id, look: true })).toMatchObject({
    state: 'confirming',
    deposit: { seen: '20', confirmed: '0', confirmations: 1 },
  })
  await settle()
  expect(await user.call(contract.rechargeDetail, { id: made._id })).toMatchObject({
    state: 'credited',
    credited: '20',
  })
  expect(await user.call(contract.balanceOverview, {})).toMatchObject({ balance: '20', recharged: '20', consumed: '0' })
  expect(await titles()).toContain('20.00 USDT added to your balance')
})

test('many payments of the test wallet at once are all taken', async () => {
  const payer = await world.user()
  const { deposit } = await ask('2', randomUUID(), payer)
  const pay = () => payer.call(payFromTestWallet, { address: deposit.address, amount: '0.1' })
  const paid = await Promise.all(Array.from({ length: 20 }, pay))
  expect(new Set(paid.map(({ transactionId }) => transactionId)).size).toBe(20)
})

test('credits everything that arrives, also in parts and more than was announced', async () => {
  const { _id: id, deposit } = await ask('5')
  await user.call(payFromTestWallet, { address: deposit.address, amount: '2' })
  await settle()
  expect(await user.call(contract.rechargeDetail, { id })).toMatchObject({
    credited: '2',
    deposit: { exception: 'partial' },
  })
  await user.call(payFromTestWallet, { address: deposit.address, amount: '8' })
  await settle()
  expect(await user.call(contract.rechargeDetail, { id })).toMatchObject({
    credited: '10',
    deposit: { exception: 'over' },
  })
})

test('is spent exactly, never below zero, and the threshold notifies once', async () => {
  const { balance } = await user.call(contract.setBalanceThreshold, { amount: '25' })
  expect(balance).toBe('30')
  await spend(7_500_000n, 'order/a/balance')
  await spend(1n, 'order/b/balance')
  await expect(spend(30_000_000n, 'order/c/balance')).rejects.toMatchObject({ reason: 'BALANCE_SHORT' })
  expect(await user.call(contract.balanceOverview, {})).toEqual({
    balance: '22.499999',
    recharged: '30',
    consumed: '7.500001',
    threshold: '25',
    isLow: true,
  })
  expect((await titles()).filter((title) => title === 'Your balance is below 25.00 USDT')).toHaveLength(1)
  const list = await user.call(contract.consumptionList, { page: 1 })
  expect(list).toMatchObject({ total: 2, records: [{ kind: 'order', amount: '-0.000001' }, { amount: '-7.5' }] })
  expect((await user.call(contract.setBalanceThreshold, { amount: null })).threshold).toBeNull()
})

test('the same request id opens one recharge, at once or later, and is refused with other content', async () => {
  const requestId = randomUUID()
  const made = await Promise.all(Array.from({ length: 20 }, () => ask('3', requestId)))
  expect(new Set(made.map(({ _id }) => _id)).size).toBe(1)
  await expect(ask('4', requestId)).rejects.toMatchObject({ reason: 'REQUEST_REUSED' })
})

test('pages, and filters by date', async () => {
  const page = { page: 1, size: 2 }
  const { records, total } = await user.call(contract.rechargeList, page)
  expect([records.length, total]).toEqual([2, 3])
  const now = Math.floor(world.clock.now() / 1000)
  expect((await user.call(contract.rechargeList, { ...page, startTime: now + 1 })).total).toBe(0)
  await expect(user.call(contract.rechargeList, { ...page, startTime: 2, endTime: 1 })).rejects.toMatchObject({
    reason: 'RANGE_REVERSED',
  })
  await expect(user.call(contract.consumptionList, { ...page, startTime: 2, endTime: 1 })).rejects.toMatchObject({
    reason: 'RANGE_REVERSED',
  })
})

test('a recharge of another user and a missing one give the same answer', async () => {
  const { _id: id, deposit } = await ask('6', randomUUID(), other)
  for (const one of [id, 'none'])
    await expect(user.call(contract.rechargeDetail, { id: one })).rejects.toMatchObject({ reason: 'RECHARGE_UNKNOWN' })
  for (const address of [deposit.address, `0x${'1'.repeat(40)}`])
    await expect(user.call(payFromTestWallet, { address, amount: '1' })).rejects.toMatchObject({
      reason: 'DEPOSIT_UNKNOWN',
    })
})

test('refuses amounts out of range, and more than ten that wait', async () => {
  for (const amount of ['0.99', '100000.01', '0', '-5'])
    await expect(ask(amount)).rejects.toMatchObject({ reason: 'AMOUNT_OUT_OF_RANGE' })
  for (let count = 1; count < 10; count += 1) await ask('2', randomUUID(), other)
  await expect(ask('2', randomUUID(), other)).rejects.toMatchObject({ reason: 'RECHARGES_WAITING' })
  world.clock.advance(86_401)
  expect(await ask('2', randomUUID(), other)).toMatchObject({ state: 'waiting' })
})

test('operators see why no node reports balances of the local test network', async () => {
  const operate = createOperator(world)
  expect((await operate('deposits')).out).not.toContain('no node')
  const { out } = await operate('deposits --ask')
  expect(out).toMatch(/20 .*no node to ask/)
  expect(out).toContain('The local test network has no node that could be asked')
})
