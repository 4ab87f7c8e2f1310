import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CONFIRMATION_BLOCKS, createDepositWorld, type DepositWorld } from '#world/deposit-world.ts'

/** Nodes that lag, forget, invent, refuse, or serve another chain must not cause wrong credits or losses. */
let it: DepositWorld
beforeAll(async () => {
  it = await createDepositWorld()
  await it.poll()
})
afterEach(() => {
  for (const method of ['eth_getLogs', 'eth_chainId', 'eth_getBlockByNumber', 'eth_getTransactionReceipt'])
    it.gate.alter(method)
})
afterAll(() => it.close())

interface Log {
  transactionHash: string
  data: string
}

const stateOf = async (transactionId: string) =>
  (await it.receipts()).filter(({ transaction_id }) => transaction_id === transactionId).map(({ state }) => state)
/** The node's raw answer; the typed client of the test chain has only methods that change it. */
const block = (number: bigint): Promise<unknown> =>
  it.chains.ETHEREUM.client.request({
    method: 'eth_getBlockByNumber',
    params: [`0x${number.toString(16)}`, false],
  } as never)

test('a node that is behind the last poll is ignored, and seen receipts stay', async () => {
  const before = await it.chains.ETHEREUM.client.getBlockNumber()
  const { address } = await it.open()
  const transactionId = await it.pay(address, '10')
  await it.poll()
  const old = await block(before)
  it.gate.alter('eth_getBlockByNumber', (result, [of]) => (of === 'latest' ? old : result))
  for (let looks = 0; looks < 3; looks += 1) expect(await it.poll()).toBe('lagging')
  expect(await stateOf(transactionId)).toEqual(['seen'])
  it.gate.alter('eth_getBlockByNumber')
  await it.settle()
  expect(await stateOf(transactionId)).toEqual(['confirmed'])
})

test('a node of another chain, by its id or by its first block, is not read at all', async () => {
  const { address } = await it.open()
  const transactionId = await it.pay(address, '10')
  it.gate.alter('eth_chainId', () => '0x5')
  expect(await it.poll()).toBe('failed')
  it.gate.alter('eth_chainId')
  it.gate.alter('eth_getBlockByNumber', (result, [of]) =>
    of === '0x0' ? { ...(result as object), hash: `0x${'77'.repeat(32)}` } : result,
  )
  expect(await it.poll()).toBe('failed')
  expect(await stateOf(transactionId)).toEqual([])
  it.gate.alter('eth_getBlockByNumber')
  await it.settle()
  expect(await stateOf(transactionId)).toEqual(['confirmed'])
})

test('logs that a node leaves out revert nothing while their block stands', async () => {
  const { address } = await it.open()
  const transactionId = await it.pay(address, '10')
  await it.poll()
  it.gate.alter('eth_getLogs', () => [])
  for (let looks = 0; looks < 3; looks += 1) await it.poll()
  expect(await stateOf(transactionId)).toEqual(['seen'])
  it.gate.alter('eth_getLogs')
  await it.settle()
  expect(await stateOf(transactionId)).toEqual(['confirmed'])
})

test('a transfer that a node invents is never credited', async () => {
  const { address } = await it.open()
  const before = await it.accounts()
  const invented = `0x${'99'.repeat(32)}`
  const real = await it.pay(address, '10')
  it.gate.alter('eth_getLogs', (result) =>
    (result as Log[]).flatMap((log) =>
      log.transactionHash === real ? [log, { ...log, transactionHash: invented }] : [log],
    ),
  )
  await it.settle()
  await it.settle()
  expect(await stateOf(invented)).toEqual(['seen'])
  expect(await stateOf(real)).toEqual(['confirmed'])
  const after = await it.accounts()
  expect(BigInt(after.balance ?? 0) - BigInt(before.balance ?? 0)).toBe(10_000_000n)
})

test('an amount that the receipt does not confirm is never credited', async () => {
  const { address } = await it.open()
  const real = await it.pay(address, '10')
  it.gate.alter('eth_getLogs', (result) =>
    (result as Log[]).map((log) =>
      log.transactionHash === real ? { ...log, data: `0x${'f'.padStart(64, '0')}` } : log,
    ),
  )
  await it.settle()
  expect(await stateOf(real)).toEqual(['seen'])
  // Once its block is old, it is requested by its own receipt, which decides from then on.
  await it.settle()
  await it.settle()
  const [receipt] = (await it.receipts()).filter(({ transaction_id }) => transaction_id === real)
  expect(receipt).toMatchObject({ state: 'confirmed', amount: 10_000_000n })
})

test('a poll that is saved after another one conflicts, and saves nothing', async () => {
  const { address } = await it.open()
  const transactionId = await it.pay(address, '10')
  const faster: unknown[] = []
  it.gate.alter('eth_getLogs', async (result) => {
    it.gate.alter('eth_getLogs')
    faster.push(await it.poll())
    return result
  })
  expect(await it.poll()).toBe('conflict')
  expect(faster).toEqual(['read'])
  expect(await stateOf(transactionId)).toEqual(['seen'])
  await it.settle()
  expect(await stateOf(transactionId)).toEqual(['confirmed'])
})

test('each event counts once, returned up to five times and in any order', async () => {
  const opened = [await it.open(), await it.open(), await it.open()]
  const sent: string[] = []
  for (const { address } of opened) sent.push(await it.pay(address, '3'))
  const before = await it.accounts()
  it.gate.alter('eth_getLogs', (result) =>
    (result as Log[]).flatMap((log, index) => Array.from({ length: 1 + (index % 5) }, () => log)).reverse(),
  )
  await it.settle()
  await it.settle()
  for (const transactionId of sent) expect(await stateOf(transactionId)).toEqual(['confirmed'])
  const after = await it.accounts()
  expect(BigInt(after.deposits ?? 0) - BigInt(before.deposits ?? 0)).toBe(-9_000_000n)
})

test('ranges that a node refuses are requested in smaller ones', async () => {
  const { address } = await it.open()
  const transactionId = await it.pay(address, '10')
  await it.chains.ETHEREUM.mine(20)
  it.gate.alter('eth_getLogs', (result, [range]) => {
    const { fromBlock, toBlock } = range as { fromBlock: string; toBlock: string }
    return Number(toBlock) - Number(fromBlock) > 1 ? new Error('query returned too many results') : result
  })
  for (let looks = 0; looks < 3; looks += 1) expect(await it.poll()).toBe('read')
  expect(await stateOf(transactionId)).toEqual(['confirmed'])
})

test('ten thousand open addresses cost as many calls as one', async () => {
  await it.open()
  const poll = async () => {
    const before = it.gate.calls.length
    await it.poll()
    return it.gate.calls.length - before
  }
  await it.chains.ETHEREUM.mine(CONFIRMATION_BLOCKS)
  for (let looks = 0; looks < 3; looks += 1) await it.poll()
  const few = await poll()
  await it.world.query(
    `insert into deposit_addresses (number, address, key_id, purpose, subject_id, user_id, network, amount, opened_at)
     select n, format('0x%s', lpad(to_hex(n), 40, '0')), 'test', 'order', format('many%s', n), $1, 'ETHEREUM', 1000000, now()
     from generate_series(1000001, 1010000) as n`,
    [it.user.info.id],
  )
  expect(await poll()).toBe(few)
})
