import { randomUUID } from 'node:crypto'
import type { Hash, Hex } from 'viem'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type Recharge, recharge, rechargeDetail } from '#lib/contract/balance.ts'
import { completeOrder } from '#lib/contract/orders.ts'
import { nameTransaction } from '#service/money/deposits/named-transactions.ts'
import { pollNetwork } from '#service/money/deposits/watch-networks.ts'
import { paymentHandlers } from '#service/payment-handlers.ts'
import { CONFIRMATION_BLOCKS, createDepositWorld, type DepositWorld } from '#world/deposit-world.ts'
import { buy, orderOf } from '#world/market.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'

/** Payments that are missing in the node's logs, and named transactions. */
let it: DepositWorld
let operate: Operator
beforeAll(async () => {
  it = await createDepositWorld()
  operate = createOperator(it.world, it.settings)
  await it.poll()
  await it.poll('BSC')
})
afterEach(() => it.gate.behave())
afterAll(() => it.close())

const opened = (user: User): Promise<Recharge> =>
  user.call(recharge, { amount: '10', network: 'ETHEREUM', requestId: randomUUID() })
const addressOf = ({ deposit }: Recharge) => deposit.address as Hex
const name = (user: User, { _id: id }: Recharge, transactionId: string) =>
  user.call(rechargeDetail, { id, transactionId })
const shown = (user: User, { _id: id }: Recharge) => user.call(rechargeDetail, { id })

/** Polls until everything is final, for all payment handlers; no reconciliation is due meanwhile. */
async function settle(): Promise<void> {
  await it.chains.ETHEREUM.mine(CONFIRMATION_BLOCKS)
  for (let poll = 0; poll < 4; poll += 1) {
    it.world.clock.advance(6)
    for (const network of ['ETHEREUM', 'BSC'] as const)
      await pollNetwork(it.world.running.ctx, network, paymentHandlers)
  }
}

test('a payment that is missing in the logs is credited once its payer names it', async () => {
  const made = await opened(it.user)
  it.gate.alter('eth_getLogs', () => [])
  const transactionId = await it.pay(addressOf(made), '10')
  expect(await name(it.user, made, transactionId.toUpperCase().replace('0X', '0x'))).toMatchObject({
    state: 'waiting',
    deposit: { named: { transactionId, state: 'looking' } },
  })
  await it.poll()
  expect(await shown(it.user, made)).toMatchObject({
    state: 'confirming',
    deposit: { seen: '10', named: { transactionId, state: 'found' } },
  })
  await settle()
  expect(await shown(it.user, made)).toMatchObject({ state: 'credited', credited: '10' })
  // Naming it again, or finding it in the logs later, changes nothing.
  await name(it.user, made, transactionId)
  it.gate.behave()
  await settle()
  expect(await shown(it.user, made)).toMatchObject({ state: 'credited', credited: '10' })
})

test('a payment that is missing in the logs is detected by the balance of its address, and searched for once they have it', async () => {
  const made = await opened(it.user)
  await it.poll()
  it.gate.alter('eth_getLogs', () => [])
  await it.pay(addressOf(made), '10')
  await it.chains.ETHEREUM.mine(30)
  for (let minute = 0; minute < 3; minute += 1) {
    it.world.clock.advance(61)
    await it.poll()
  }
  expect(await shown(it.user, made)).toMatchObject({ state: 'waiting' })
  it.gate.behave()
  it.world.clock.advance(61)
  await it.poll()
  await settle()
  expect(await shown(it.user, made)).toMatchObject({ state: 'credited', credited: '10' })
})

describe('a transaction that a payer names', () => {
  test('and pays somebody else is credited to that one alone', async () => {
    const other = await it.world.user()
    const [mine, theirs] = [await opened(it.user), await opened(other)]
    it.gate.alter('eth_getLogs', () => [])
    const transactionId = await it.pay(addressOf(theirs), '10')
    await name(it.user, mine, transactionId)
    await settle()
    expect(await shown(it.user, mine)).toMatchObject({ state: 'waiting', deposit: { named: { state: 'nothing' } } })
    expect(await shown(other, theirs)).toMatchObject({ state: 'credited', credited: '10', deposit: { named: null } })
  })

  test('and pays nobody here is nothing, once it is final', async () => {
    const made = await opened(it.user)
    const transactionId = await it.pay('0x00000000000000000000000000000000000000ee', '1')
    await name(it.user, made, transactionId)
    await it.poll()
    expect(await shown(it.user, made)).toMatchObject({ deposit: { named: { state: 'looking' } } })
    await settle()
    expect(await shown(it.user, made)).toMatchObject({ deposit: { named: { state: 'nothing' } } })
  })

  test('and the other network holds is found there', async () => {
    const made = await opened(it.user)
    const before = await it.accounts()
    const transactionId = await it.pay(addressOf(made), '10', 'BSC')
    await name(it.user, made, transactionId)
    await it.chains.BSC.mine(CONFIRMATION_BLOCKS)
    await settle()
    expect(await shown(it.user, made)).toMatchObject({
      deposit: { named: { state: 'found' }, exception: 'wrong-network' },
    })
    expect(BigInt((await it.accounts()).balance ?? 0) - BigInt(before.balance ?? 0)).toBe(10_000_000n)
  })

  test('is counted: the twenty-first of a day is refused', async () => {
    const strict = await createDepositWorld({ LIMITS: 'default' })
    const made = await opened(strict.user)
    for (let named = 0; named < 20; named += 1) await name(strict.user, made, `0x${String(named).padStart(64, '0')}`)
    await expect(name(strict.user, made, `0x${'f'.repeat(64)}`)).rejects.toMatchObject({ code: '4029' })
    await strict.close()
  })

  test('has the form that the networks give it', async () => {
    const made = await opened(it.user)
    await expect(name(it.user, made, 'etherscan.io/tx/1')).rejects.toThrow('Invalid format')
  })
})

test('an order takes the transaction that its payer names', async () => {
  const order = await buy(it.user)
  it.gate.alter('eth_getLogs', () => [])
  const transactionId = await it.pay(order.paymentAddress as Hex, order.amount)
  const reply = await it.user.call(completeOrder, { orderNo: order.orderNo, transactionId })
  expect(reply.order.named).toEqual({ transactionId, state: 'looking' })
  expect(it.soonPolls.at(-1)).toEqual({ network: 'ETHEREUM' })
  await settle()
  expect(await orderOf(it.user, order)).toMatchObject({ orderStatus: 'success', transactionId, received: '188' })
})

describe('the operator', () => {
  const lost = async (): Promise<{ made: Recharge; transactionId: Hash }> => {
    const made = await opened(it.user)
    await it.poll()
    it.gate.alter('eth_getLogs', () => [])
    return { made, transactionId: await it.pay(addressOf(made), '10') }
  }

  test('sees the balance of an address without receipts, and names its transaction', async () => {
    const { made, transactionId } = await lost()
    const answer = await operate(`deposits ${addressOf(made)} --ask`)
    expect(answer.out).toContain('Ethereum (ERC20): it holds 10 USDT, 0 of it known.')
    expect(answer.out).toContain('deposits --transaction TXID')
    const named = await operate(
      `deposits --transaction https://etherscan.io/tx/${transactionId} --network ethereum --yes`,
    )
    expect(named).toMatchObject({
      code: 0,
      out: expect.stringContaining(`10 to ${addressOf(made)} (recharge ${made._id})`),
    })
    await it.poll()
    await settle()
    expect(await shown(it.user, made)).toMatchObject({ state: 'credited', credited: '10' })
  })

  test('is warned of a transaction that no node knows, and of a text that is none', async () => {
    const { out } = await operate(`deposits --transaction 0x${'6'.repeat(64)} --yes`)
    expect(out).toContain('the node knows no such transaction')
    expect(await operate('deposits --transaction 0x66 --yes')).toMatchObject({ code: 2 })
  })

  test('is alarmed by a difference that stays, finds it in verify-money after a day, and explains it', async () => {
    const { made } = await lost()
    const alarms = () =>
      it.world.query(`select name from alarms where name like 'difference/%' and told_at > $1`, [
        new Date(it.world.clock.now() - 3_600_000),
      ])
    for (let minute = 0; minute < 13; minute += 1) {
      it.world.clock.advance(61)
      await it.chains.ETHEREUM.mine(1)
      await it.poll()
    }
    expect(await alarms()).toHaveLength(1)
    expect(await operate('verify-money')).toMatchObject({ code: 0 })
    it.world.clock.advance(86_400)
    const verified = await operate('verify-money')
    expect(verified).toMatchObject({ code: 6, out: expect.stringContaining('holds 10000000 and should hold 0') })
    expect(await operate(`deposits ${made._id} --accept --yes`)).toMatchObject({ code: 2 })
    expect(await operate(`deposits ${made._id} --accept --reason "paid by hand" --yes`)).toMatchObject({ code: 0 })
    expect(await operate('verify-money')).toMatchObject({ code: 0 })
    expect(await operate(`deposits ${made._id} --accept --reason "paid by hand" --yes`)).toMatchObject({ code: 3 })
    // Later balances are compared with the accepted one.
    it.world.clock.advance(86_400)
    await it.poll()
    expect(await operate('verify-money')).toMatchObject({ code: 0 })
  })
})

test('a transaction that no network knows is requested for a week', async () => {
  const made = await opened(await it.world.user())
  const outcomes = () =>
    it.world.query(
      `select distinct outcome from named_transactions join deposit_addresses on number = deposit where subject_id = $1`,
      [made._id],
    )
  const { number } = (
    await it.world.query<{ number: number }>('select number from deposit_addresses where subject_id = $1', [made._id])
  )[0] ?? { number: -1 }
  const { ctx } = it.world.running
  const named = { transactionId: `0x${'5'.repeat(64)}`, deposit: number, by: 'payer', now: it.world.clock.now() }
  await nameTransaction(ctx.db, { networks: ['ETHEREUM', 'BSC'], ...named })
  await settle()
  expect(await outcomes()).toEqual([{ outcome: null }])
  it.world.clock.advance(7 * 86_400 + 60)
  await it.poll()
  await it.poll('BSC')
  expect(await outcomes()).toEqual([{ outcome: 'unknown' }])
})
