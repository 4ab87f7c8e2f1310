import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openTronReader } from '#service/chains/tron/reader.ts'
import { toQuantity } from '#service/chains/tron/replies.ts'
import { startTronWorld, type TronWorld } from '#world/tron-world.ts'
import { allArrivals, readerCases } from './reader-cases.ts'

let world: TronWorld
beforeAll(async () => {
  world = await startTronWorld()
})
afterAll(() => world?.stop())
afterEach(() => world.behave())

describe('a reader of Tron, as of every network', () => readerCases(() => world))

const calls = (method: string) => world.node.calls.filter((call) => call.method === method).length

test('identifies its node once an hour', async () => {
  let now = 0
  const reader = openTronReader(world.settings, { ...world.options, now: () => now })
  const before = calls('eth_chainId')
  for (const minutes of [0, 10, 59, 61]) {
    now = minutes * 60_000
    await reader.check()
  }
  expect(calls('eth_chainId') - before).toBe(2)
})

test('identifies a node by its first block too', async () => {
  world.node.alter('eth_getBlockByNumber', (block) => ({ ...(block as object), hash: `0x${'0'.repeat(64)}` }))
  await expect(world.reader().check()).rejects.toThrow('first block')
})

test('asks for logs by recipients, never by the contract alone', async () => {
  const span = { from: 0n, to: 1n }
  await expect(world.reader().arrivals(span).next()).rejects.toThrow('by recipients')
  const before = world.node.calls.length
  expect(await allArrivals(world.reader(), span, [])).toEqual([])
  expect(world.node.calls.slice(before).map(({ method }) => method)).not.toContain('eth_getLogs')
})

test('sends the key of its provider as a header, and names neither key nor address in an error', async () => {
  await world.reader().head()
  expect(world.node.calls.at(-1)?.headers['tron-pro-api-key']).toBe(world.settings.apiKey)
  world.node.down()
  const error = await world
    .reader()
    .head()
    .catch((one: Error) => one)
  expect(String(error)).not.toMatch(/127\.0\.0\.1|key of the provider/)
})

test('state is read at the last block alone: a node that refuses older ones is enough', async () => {
  const { calls } = world.node
  const before = calls.length
  const { block } = await world.reader().head()
  await world.reader().received([world.wallet], { token: world.token, block })
  await world.reader().decimals(world.token)
  const tags = calls
    .slice(before)
    .filter(({ method }) => method === 'eth_call')
    .map(({ params }) => params.at(-1))
  expect(tags).toEqual(['latest', 'latest'])
})

describe('balances that are read while blocks come', () => {
  test('count for the head between two equal readings', async () => {
    const to = world.recipient()
    await world.pay(to, 5n)
    const reader = world.reader()
    const { block } = await reader.head()
    world.node.alter('eth_call', async (word) => {
      await world.mine(1)
      return word
    })
    expect(await reader.received([to], { token: world.token, block })).toEqual({ at: block + 1n, balances: [5n] })
  })

  test('are refused when each reading differs', async () => {
    const to = world.recipient()
    const { block } = await world.reader().head()
    let value = 0n
    world.node.alter('eth_call', async () => {
      await world.mine(1)
      value += 1n
      return `0x${value.toString(16).padStart(64, '0')}`
    })
    await expect(world.reader().received([to], { token: world.token, block })).rejects.toThrow('faster than')
  })

  test('an answer without a word is no balance of zero', async () => {
    const { block } = await world.reader().head()
    world.node.alter('eth_call', () => '0x')
    await expect(world.reader().received([world.wallet], { token: world.token, block })).rejects.toThrow(
      'does not tell the balance',
    )
  })
})

test('the place of a transfer does not depend on how the node numbers the logs of a receipt', async () => {
  const to = world.recipient()
  const id = await world.pay(to, 5n)
  const reader = world.reader()
  const { block } = await reader.head()
  const [found] = await allArrivals(reader, { from: block, to: block }, [to])
  if (!found) throw new Error('nothing arrived')
  for (const isSo of [true, false]) {
    world.node.rpc.numberFromZero(isSo)
    expect(await world.reader().transfersOf(id)).toMatchObject({ arrivals: [found] })
    expect(await world.reader().proves(found)).toBe(true)
  }
})

test('several transfers of one transaction have places of their own', async () => {
  const to = world.recipient()
  const id = await world.pay(to, 5n)
  world.node.alter('eth_getTransactionReceipt', (receipt) => {
    const { logs } = receipt as { logs: unknown[] }
    return { ...(receipt as object), logs: [...logs, ...logs] }
  })
  const reader = world.reader()
  const { block } = await reader.head()
  const found = await allArrivals(reader, { from: block, to: block }, [to])
  expect(found.map(({ transactionId, logIndex, value }) => [transactionId, logIndex, value])).toEqual([
    [id, 0, 5n],
    [id, 1, 5n],
  ])
})

test('a log without a receipt ends the span: nothing is known', async () => {
  const to = world.recipient()
  await world.pay(to, 5n)
  const { block } = await world.reader().head()
  world.node.alter('eth_getTransactionReceipt', () => null)
  await expect(allArrivals(world.reader(), { from: block, to: block }, [to])).rejects.toThrow('no receipt')
})

test('reads no receipts of transfers to others when its node ignores the filter', async () => {
  const to = world.recipient()
  await world.pay(world.recipient(), 1n)
  await world.pay(to, 5n)
  await world.pay(to, 6n, world.strangeToken)
  const reader = world.reader()
  const { block } = await reader.head()
  world.fault('ignores the filter')
  const before = calls('eth_getTransactionReceipt')
  await allArrivals(reader, { from: block - 2n, to: block }, [to])
  expect(calls('eth_getTransactionReceipt') - before).toBe(1)
})

test('reads the receipts of a minute once', async () => {
  const to = world.recipient()
  await world.pay(to, 5n)
  const reader = world.reader()
  const { block } = await reader.head()
  const before = calls('eth_getTransactionReceipt')
  for (let nth = 0; nth < 6; nth += 1) await allArrivals(reader, { from: block, to: block }, [to])
  expect(calls('eth_getTransactionReceipt') - before).toBe(1)
})

test('a time in milliseconds is refused: it would make transactions valid for ever', async () => {
  world.node.alter('eth_getBlockByNumber', (block) => {
    const { timestamp } = block as { timestamp: string }
    return { ...(block as object), timestamp: toQuantity(BigInt(timestamp) * 1_000n) }
  })
  await expect(world.reader().head()).rejects.toThrow('milliseconds')
})

test('a block whose transactions were left out is no empty block', async () => {
  await world.pay(world.recipient(), 5n)
  world.node.alter('eth_getBlockByNumber', (block) => ({ ...(block as object), transactions: [] }))
  await expect(world.reader().head()).rejects.toThrow('leaves the transactions out')
})
