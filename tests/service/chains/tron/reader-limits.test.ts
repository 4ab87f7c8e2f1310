import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { fromHex } from '#service/chains/tron/addresses.ts'
import { REQUESTS_A_DAY, requestsOfRound, roundMs } from '#service/chains/tron/budget.ts'
import { openTronReader } from '#service/chains/tron/reader.ts'
import { toQuantity } from '#service/chains/tron/replies.ts'
import { startTronWorld, type TronWorld } from '#world/tron-world.ts'
import { allArrivals } from './reader-cases.ts'

let world: TronWorld
beforeAll(async () => {
  world = await startTronWorld()
  await world.mine(60)
})
afterAll(() => world?.stop())
afterEach(() => world.behave())

/** Addresses without keys: deriving thousands would take seconds. */
const manyAddresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => fromHex(`0x${(0x7a11 + index).toString(16).padStart(40, '0')}`))

const DAY_MS = 86_400_000
const calls = (method: string) => world.node.calls.filter((call) => call.method === method).length

test('a day of rounds for a thousand recipients takes less than 50,000 requests', async () => {
  const reader = world.reader()
  const wanted = manyAddresses(1_000)
  let mark = await reader.head()
  const round = async () => {
    await world.mine(3)
    await reader.check()
    await reader.hashOf(0n)
    const head = await reader.head()
    await reader.finalHead(head)
    expect(await reader.hashOf(mark.block)).toBe(mark.hash)
    for await (const _ of reader.arrivals({ from: head.block - 22n, to: head.block }, wanted));
    mark = head
  }
  await round()
  const before = reader.requests()
  const rounds = 10
  for (let nth = 0; nth < rounds; nth += 1) await round()
  const ofRound = (reader.requests() - before) / rounds
  expect(ofRound).toBe(requestsOfRound(wanted.length))
  expect(reader.perAddress.pauseMs(wanted.length)).toBe(10_000)
  expect((ofRound * DAY_MS) / 10_000).toBeLessThan(REQUESTS_A_DAY)
})

test.each([
  [0, 10_000],
  [1, 10_000],
  [1_000, 10_000],
  [1_001, 10_800],
  [5_000, 17_280],
  [100_000, 222_480],
])('with %s recipients a round comes every %s ms', (recipients, ms) => {
  expect(roundMs(recipients)).toBe(ms)
  expect((DAY_MS / ms) * requestsOfRound(recipients)).toBeLessThan(REQUESTS_A_DAY)
})

test('reads 2,500 recipients in three groups, and finds a payment to the last one', async () => {
  const wanted = manyAddresses(2_500)
  const last = wanted.at(-1) ?? ''
  await world.pay(last, 9n)
  const reader = world.reader()
  const { block } = await reader.head()
  const before = calls('eth_getLogs')
  expect((await allArrivals(reader, { from: block - 5n, to: block }, wanted)).map(({ to }) => to)).toEqual([last])
  expect(calls('eth_getLogs') - before).toBe(3)
})

describe('adapts to the limits of its node', () => {
  test('a span of 12,000 blocks is read in three parts, none longer than 5,000', async () => {
    world.node.alter('eth_blockNumber', () => toQuantity(100_000n))
    const asked: bigint[] = []
    world.node.alter('eth_getLogs', (_, [filter]) => {
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
      asked.push(BigInt(toBlock) - BigInt(fromBlock))
      return []
    })
    const parts: bigint[] = []
    const span = { from: 50_001n, to: 62_000n }
    for await (const part of world.reader().arrivals(span, [world.recipient()])) parts.push(part.to)
    expect(parts).toEqual([55_000n, 60_000n, 62_000n])
    expect(asked).toEqual([4_999n, 4_999n, 1_999n])
  })

  test('a node with shorter ranges, and one with fewer results, give the same', async () => {
    const to = world.recipient()
    for (let nth = 1n; nth <= 6n; nth += 1n) await world.pay(to, nth)
    const reader = world.reader()
    const { block } = await reader.head()
    const expected = [1n, 2n, 3n, 4n, 5n, 6n]
    const values = async () =>
      (await allArrivals(world.reader(), { from: block - 50n, to: block }, [to])).map((one) => one.value)
    const { limits } = world.node.rpc
    const standard = { ...limits }
    try {
      limits.blocks = 7n
      expect(await values()).toEqual(expected)
      Object.assign(limits, standard, { results: 2 })
      expect(await values()).toEqual(expected)
    } finally {
      Object.assign(limits, standard)
    }
  })

  test.each([
    ['is too slow', undefined],
    ['answers with status 504', { status: 504, body: '' }],
    ['answers with status 413', { status: 413, body: '' }],
    [
      'has words of its own',
      { body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Log response size exceeded"}}' },
    ],
  ])('a node that %s over more than two blocks is asked for less', async (_, reply) => {
    const to = world.recipient()
    const id = await world.pay(to, 25n)
    const { block } = await world.reader().head()
    world.node.intercept(({ method, params }) => {
      const [filter] = params as { fromBlock: string; toBlock: string }[]
      const isLong = method === 'eth_getLogs' && Number(filter?.toBlock) - Number(filter?.fromBlock) > 1
      return isLong ? (reply ?? 'never') : undefined
    })
    const reader = openTronReader(world.settings, { ...world.options, timeoutMs: 5_000 })
    const found = await allArrivals(reader, { from: block - 3n, to: block }, [to])
    expect(found.map(({ transactionId }) => transactionId)).toEqual([id])
  })

  test('a list of 10,000 results may be cut off, so a shorter span is read', async () => {
    const to = world.recipient()
    const id = await world.pay(to, 25n)
    const reader = world.reader()
    const { block } = await reader.head()
    // A longer span gives ten thousand transfers to somebody else, and leaves out the one that is looked for.
    world.node.alter('eth_getLogs', (logs, [filter]) => {
      const { fromBlock, toBlock } = filter as { fromBlock: string; toBlock: string }
      const [one] = logs as { topics: string[] }[]
      if (fromBlock === toBlock || !one) return logs
      const other = { ...one, topics: [...one.topics.slice(0, 2), `0x${'1'.padStart(64, '0')}`] }
      return Array.from({ length: 10_000 }, () => other)
    })
    const found = await allArrivals(reader, { from: block - 9n, to: block }, [to])
    expect(found.map(({ transactionId }) => transactionId)).toEqual([id])
  })

  test('one block with too many results ends the span with an error, and the parts before it are kept', async () => {
    const to = world.recipient()
    const reader = world.reader()
    const { block } = await reader.head()
    const last = toQuantity(block)
    world.node.alter('eth_getLogs', (logs, [filter]) =>
      (filter as { toBlock: string }).toBlock === last ? new Error('query returned more than 10000 results') : logs,
    )
    const parts: bigint[] = []
    const read = async () => {
      for await (const part of reader.arrivals({ from: block - 3n, to: block }, [to])) parts.push(part.to)
    }
    await expect(read()).rejects.toThrow('more than 10000')
    expect(parts.at(-1)).toBe(block - 1n)
  })
})

describe('waits as a limited node demands, and gives up after three tries', () => {
  const limited = (times: number, reply: { status: number; headers?: Record<string, string>; body: string }) => {
    let left = times
    world.node.intercept(() => (left-- > 0 ? reply : undefined))
    world.pauses.length = 0
  }
  test.each([
    ['429 with seconds', { status: 429, headers: { 'retry-after': '2' }, body: '' }, [2_000, 2_000]],
    ['429 without a time', { status: 429, body: '' }, [1_000, 2_000]],
    [
      '403 of TronGrid',
      {
        status: 403,
        body: '{"Error":"request rate exceeds the frequency limit(15), and the query server is suspended for 5s"}',
      },
      [5_000, 5_000],
    ],
  ])('%s', async (_, reply, pauses) => {
    limited(2, reply)
    expect((await world.reader().head()).block).toBeGreaterThan(0n)
    expect(world.pauses).toEqual(pauses)
    limited(3, reply)
    await expect(world.reader().head()).rejects.toMatchObject({ name: 'RateLimitError' })
  })

  test('a long time is told to the caller at once', async () => {
    limited(9, { status: 429, headers: { 'retry-after': '3600' }, body: '' })
    await expect(world.reader().head()).rejects.toMatchObject({ retryAfterMs: 3_600_000 })
    expect(world.pauses).toEqual([])
  })

  test('access that is refused is no limit', async () => {
    limited(9, { status: 401, body: '{"Error":"ApiKey not exists"}' })
    await expect(world.reader().head()).rejects.toThrow('check its API key')
  })
})
