import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rechargeDetail } from '#lib/contract/balance.ts'
import { paymentNetworkList } from '#lib/contract/deposits.ts'
import { addresses } from '#service/chains/tron/addresses.ts'
import { createOperator } from '#world/operator.ts'
import { createTronDepositWorld, type TronDepositWorld } from '#world/tron-deposit-world.ts'
import { depositAccount } from '#world/tron-world.ts'

/** Deposits on Tron, from the call of a user to the balance. */

const DAY_SECONDS = 86_400
const USDT = 1_000_000n
let it: TronDepositWorld
beforeAll(async () => {
  it = await createTronDepositWorld()
  await it.poll()
})
afterAll(() => it?.close())
afterEach(() => it.tron.behave())

const detail = (id: string, by = it.user) => by.call(rechargeDetail, { id })
const stateOf = async (id: string, by = it.user) => {
  const { state, credited, deposit } = await detail(id, by)
  return { state, credited, seen: deposit.seen }
}

test('offers TRC20 first, final by its own word', async () => {
  const { list } = await it.user.call(paymentNetworkList, {})
  expect(list.map(({ network }) => network)).toEqual(['TRON'])
  expect(list[0]).toMatchObject({ networkName: 'Tron (TRC20)', confirmations: 0, minutes: 1, isTest: false })
})

test('credits a recharge once it is final, at an address of the account, whose code is the plain address', async () => {
  const user = await it.world.user()
  const { id, address, deposit } = await it.recharge('20', user)
  expect(addresses.fault(address)).toBeUndefined()
  expect(deposit.uri).toBe(address)
  const [row] = await it.world.query<{ number: number }>('select number from deposit_addresses where subject_id = $1', [
    id,
  ])
  expect(address).toBe(addresses.derive(depositAccount.publicExtendedKey)(row?.number ?? -1))
  const transactionId = await it.tron.pay(address, 20n * USDT)
  await it.poll()
  expect(await stateOf(id, user)).toEqual({ state: 'confirming', credited: '0', seen: '20' })
  await it.settle()
  expect(await stateOf(id, user)).toEqual({ state: 'credited', credited: '20', seen: '20' })
  expect((await detail(id, user)).deposit.transactionId).toBe(transactionId)
})

describe('one address a user', () => {
  test('is used again once its payment is there, and by nobody else', async () => {
    const [user, other] = [await it.world.user(), await it.world.user()]
    const first = await it.recharge('20', user)
    await it.tron.pay(first.address, 20n * USDT)
    await it.settle()
    const second = await it.recharge('30', user)
    expect(second.address).toBe(first.address)
    expect((await it.recharge('30', other)).address).not.toBe(first.address)
    await it.tron.pay(second.address, 30n * USDT)
    await it.settle()
    expect(await stateOf(first.id, user)).toMatchObject({ state: 'credited', credited: '20' })
    expect(await stateOf(second.id, user)).toMatchObject({ state: 'credited', credited: '30' })
  })

  test('is another one while a payment is awaited, and the same after a day without one', async () => {
    const user = await it.world.user()
    const waiting = await it.recharge('20', user)
    const meanwhile = await it.recharge('20', user)
    expect(meanwhile.address).not.toBe(waiting.address)
    it.world.clock.advance(DAY_SECONDS + 1)
    const later = await it.recharge('25', user)
    expect(later.address).toBe(waiting.address)
    // The amount tells that the old one is meant.
    await it.tron.pay(waiting.address, 20n * USDT)
    await it.settle()
    expect(await stateOf(waiting.id, user)).toMatchObject({ credited: '20' })
    expect(await stateOf(later.id, user)).toMatchObject({ credited: '0' })
    await it.tron.pay(waiting.address, 24n * USDT)
    await it.settle()
    expect(await stateOf(later.id, user)).toMatchObject({ credited: '24' })
  })

  test('gives a payment from before a recharge was opened to the recharge that was open then', async () => {
    const user = await it.world.user()
    const first = await it.recharge('20', user)
    await it.tron.pay(first.address, 20n * USDT)
    await it.settle()
    // Nobody has read this one when the next recharge is opened.
    await it.tron.pay(first.address, 7n * USDT)
    await it.world.query(`update chain_cursors set head = $1 where network = 'TRON'`, [
      String(await it.tron.node.rpc.head()),
    ])
    const second = await it.recharge('30', user)
    expect(second.address).toBe(first.address)
    await it.settle()
    expect(await stateOf(first.id, user)).toMatchObject({ credited: '27' })
    expect(await stateOf(second.id, user)).toMatchObject({ credited: '0' })
  })

  test('never takes the same address twice for calls at one moment', async () => {
    const user = await it.world.user()
    const first = await it.recharge('20', user)
    await it.tron.pay(first.address, 20n * USDT)
    await it.settle()
    const both = await Promise.all([it.recharge('5', user), it.recharge('6', user)])
    expect(both.map(({ address }) => address === first.address).filter(Boolean)).toHaveLength(1)
  })

  test('follows a transfer that moves to another block', async () => {
    const user = await it.world.user()
    const first = await it.recharge('20', user)
    await it.tron.pay(first.address, 20n * USDT)
    await it.settle()
    const second = await it.recharge('30', user)
    await it.tron.pay(second.address, 30n * USDT)
    await it.poll()
    expect(await stateOf(second.id, user)).toMatchObject({ seen: '30' })
    await it.tron.reorg(1)
    for (let polls = 0; polls < 3; polls += 1) await it.poll()
    expect(await stateOf(second.id, user)).toMatchObject({ seen: '0' })
    await it.tron.pay(second.address, 30n * USDT)
    await it.settle()
    expect(await stateOf(second.id, user)).toMatchObject({ state: 'credited', credited: '30' })
    expect(await stateOf(first.id, user)).toMatchObject({ credited: '20' })
  })
})

test.each([
  'is down',
  'knows no receipts',
  'answers with nothing',
  'answers with garbage',
  'lies about receipts',
] as const)('a node that %s proves nothing: the payment waits and is credited later', async (fault) => {
  const user = await it.world.user()
  const { id, address } = await it.recharge('9', user)
  await it.tron.pay(address, 9n * USDT)
  await it.poll()
  it.tron.fault(fault)
  await it.tron.finalize()
  for (let polls = 0; polls < 3; polls += 1) await it.poll()
  expect(await stateOf(id, user)).toEqual({ state: 'confirming', credited: '0', seen: '9' })
  it.tron.behave()
  await it.settle()
  expect(await stateOf(id, user)).toMatchObject({ state: 'credited', credited: '9' })
})

test('a payment that the logs leave out is found by the balance of its address', async () => {
  const user = await it.world.user()
  const { id, address } = await it.recharge('11', user)
  it.tron.fault('knows no logs')
  await it.tron.pay(address, 11n * USDT)
  await it.settle()
  expect(await stateOf(id, user)).toMatchObject({ seen: '0' })
  const found = await it.world.query<{ held: bigint }>(
    'select held from deposit_reconciliations join deposit_addresses on number = deposit where address = $1 and differs_since is not null',
    [address],
  )
  expect(found).toEqual([{ held: 11n * USDT }])
  it.tron.behave()
  it.world.clock.advance(60)
  for (let polls = 0; polls < 8; polls += 1) await it.poll()
  expect(await stateOf(id, user)).toMatchObject({ state: 'credited', credited: '11' })
})

test('a node that lags, or serves another chain, changes nothing', async () => {
  await it.poll()
  it.tron.lag(5)
  expect(await it.poll()).toBe('lagging')
  it.tron.behave()
  expect(await it.poll()).toBe('read')
})

test('a transaction that the payer names is found by its id, also from a link', async () => {
  const user = await it.world.user()
  const { id, address } = await it.recharge('8', user)
  it.tron.fault('knows no logs')
  const transactionId = await it.tron.pay(address, 8n * USDT)
  await user.call(rechargeDetail, { id, look: true, transactionId: `0x${transactionId}` })
  await it.settle()
  // Its block has left the span that is read again, so its receipt is followed.
  await it.settle()
  expect((await detail(id, user)).deposit.named).toEqual({ transactionId, state: 'found' })
  expect(await stateOf(id, user)).toMatchObject({ state: 'credited', credited: '8' })
})

test('the ledger is whole, and check finds nothing to do', async () => {
  await it.settle()
  const operate = createOperator(it.world, it.settings)
  expect(await operate('verify-money')).toMatchObject({ code: 0 })
  const { code, out } = await operate('check')
  expect(out).toContain('Payments can be accepted.')
  expect(code).toBe(0)
  expect((await operate('deposits')).out).toContain('Tron (TRC20)')
})
