import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { raiseDepositAlarms } from '#service/money/deposits/alarms.ts'
import { CONFIRMATION_BLOCKS, createDepositWorld, type DepositWorld } from '#world/deposit-world.ts'
import type { Call, Reply, RpcProxy } from '#world/rpc-proxy.ts'

/**
 * Faulty nodes: they leave out, limit, lag, fork, invent and fail. In every case nothing that arrived is lost, nothing is credited
 * twice, and an alarm is raised where an operator is needed.
 */
let it: DepositWorld
beforeAll(async () => {
  it = await createDepositWorld()
  await it.chains.ETHEREUM.mine(20)
  await polls(3)
})
afterEach(() => it.gate.behave())
afterAll(() => it.close())

const TEN = 10_000_000n

/** Polls several times; a block is mined and time passes before each poll. */
async function polls(count: number, { seconds = 60 }: { seconds?: number } = {}): Promise<void> {
  for (let poll = 0; poll < count; poll += 1) {
    await it.chains.ETHEREUM.mine(1)
    it.world.clock.advance(seconds)
    await it.poll()
    await raiseDepositAlarms(it.world.running.ctx)
  }
}

const creditedAt = async (address: string): Promise<bigint | undefined> =>
  (
    await it.world.query<{ credited: bigint }>('select credited from deposit_addresses where address = $1', [address])
  )[0]?.credited
const alarmsSince = async (time: number) =>
  (
    await it.world.query<{ name: string }>('select name from alarms where told_at > $1 order by name', [new Date(time)])
  ).map(({ name }) => name.split('/')[0] ?? '')

interface Log {
  blockNumber: string
  transactionHash: string
  removed: boolean
  data: string
}
type Logs = readonly Log[]
type Params = readonly unknown[]

const hex = (number: bigint | number): string => `0x${number.toString(16)}`
const rpc = (result: unknown): Reply => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, result }),
})
const failure = (message: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code: -32_005, message } }),
})
const limited: Reply = { status: 429, headers: { 'retry-after': '0' }, body: 'Too Many Requests' }
const rangeOf = (params: Params) => {
  const { fromBlock, toBlock } = params[0] as { fromBlock: string; toBlock: string }
  return Number(toBlock) - Number(fromBlock) + 1
}
const logsAs = (change: (logs: Logs) => unknown) => (gate: RpcProxy) =>
  gate.alter('eth_getLogs', (logs) => change(logs as Logs))
const always = (method: string, result: unknown) => (gate: RpcProxy) => gate.alter(method, () => result)
const answering = (by: (call: Call) => Reply | undefined) => (gate: RpcProxy) => gate.intercept(by)
const everyNth = (n: number, reply: Reply) => answering(({ nth }) => (nth % n === 0 ? reply : undefined))
const longRanges = (maxBlocks: number, reply: Reply) =>
  answering(({ method, params }) => (method === 'eth_getLogs' && rangeOf(params) > maxBlocks ? reply : undefined))
const head = () => it.chains.ETHEREUM.client.getBlockNumber({ cacheTime: 0 })
const blockAt = (number: bigint): Promise<unknown> =>
  it.chains.ETHEREUM.client.request({ method: 'eth_getBlockByNumber', params: [hex(number), false] } as never)

/** Reports a chain that ends this many blocks earlier, in every answer or in each second one. */
const laggingBy =
  (blocks: bigint, { alternately = false }: { alternately?: boolean } = {}) =>
  (gate: RpcProxy) => {
    let calls = 0
    const lags = () => {
      calls += 1
      return !alternately || calls % 2 === 0
    }
    gate.alter('eth_getBlockByNumber', async (result, [number]) => {
      if (!lags()) return result
      const end = (await head()) - blocks
      if (number === 'latest') return blockAt(end)
      return BigInt(String(number)) > end ? null : result
    })
    gate.alter('eth_getLogs', async (logs) => {
      if (!lags()) return logs
      const end = (await head()) - blocks
      return (logs as Logs).filter(({ blockNumber }) => BigInt(blockNumber) <= end)
    })
  }

interface Behaviour {
  name: string
  node(gate: RpcProxy): void
  /** Result of a payment while the node is faulty; it is credited, once, when the node works again. */
  meanwhile: 'credited' | 'waiting'
  /** Alarms raised meanwhile. */
  alarms?: readonly string[]
  /** Seconds between the polls; 60 by default. */
  seconds?: number
  /** Polls while the node is faulty; by default enough for more than ten minutes, or for more than four hours. */
  count?: number
}

const HOUR = 3_600
const otherHash = `0x${'77'.repeat(32)}`

const behaviours: readonly Behaviour[] = [
  { name: 'lists no logs', node: always('eth_getLogs', []), meanwhile: 'waiting', alarms: ['difference'] },
  {
    name: 'marks logs as removed',
    node: logsAs((logs) => logs.map((log) => ({ ...log, removed: true }))),
    meanwhile: 'waiting',
    alarms: ['difference'],
  },
  {
    name: 'lists logs without a block',
    node: logsAs((logs) => logs.map((log) => ({ ...log, blockNumber: null }))),
    meanwhile: 'waiting',
    alarms: ['difference'],
  },
  {
    name: 'lists logs of other blocks than it was asked for',
    node: logsAs((logs) => logs.map((log) => ({ ...log, blockNumber: '0xffffff' }))),
    meanwhile: 'waiting',
    alarms: ['difference'],
  },
  { name: 'answers logs with null', node: always('eth_getLogs', null), meanwhile: 'waiting', alarms: ['chain'] },
  { name: 'answers logs with no list', node: always('eth_getLogs', {}), meanwhile: 'waiting', alarms: ['chain'] },
  {
    name: 'answers its last block with null',
    node: always('eth_getBlockByNumber', null),
    meanwhile: 'waiting',
    alarms: ['chain'],
  },
  { name: 'answers its chain with null', node: always('eth_chainId', null), meanwhile: 'waiting', alarms: ['chain'] },
  { name: 'serves another chain', node: always('eth_chainId', '0x5'), meanwhile: 'waiting', alarms: ['chain'] },
  {
    name: 'has another first block',
    node: (gate) =>
      gate.alter('eth_getBlockByNumber', (block, [of]) =>
        of === '0x0' ? { ...(block as object), hash: otherHash } : block,
      ),
    meanwhile: 'waiting',
    alarms: ['chain'],
  },
  { name: 'is down', node: (gate) => gate.down(), meanwhile: 'waiting', alarms: ['chain'] },
  {
    name: 'is a web page',
    node: (gate) => gate.garble('<!doctype html><title>Sign in</title>'),
    meanwhile: 'waiting',
    alarms: ['chain'],
  },
  {
    name: 'breaks its answers off',
    node: (gate) => gate.garble('{"jsonrpc":"2.0","id":1,"res'),
    meanwhile: 'waiting',
    alarms: ['chain'],
  },
  {
    name: 'is overloaded',
    node: (gate) => gate.garble('Service Unavailable', 503),
    meanwhile: 'waiting',
    alarms: ['chain'],
  },
  {
    name: 'fails at each third call',
    node: everyNth(3, { status: 503, body: 'Service Unavailable' }),
    meanwhile: 'credited',
  },
  { name: 'refuses each second call for now', node: everyNth(2, limited), meanwhile: 'credited' },
  {
    name: 'takes four blocks at once',
    node: longRanges(4, failure('eth_getLogs is limited to a 4 block range')),
    meanwhile: 'credited',
  },
  {
    name: 'takes one block at once',
    node: longRanges(1, failure('block range is too wide', 400)),
    meanwhile: 'credited',
  },
  {
    name: 'takes four blocks at once, and refuses each fifth call',
    node: answering(({ method, params, nth }) =>
      nth % 5 === 0
        ? limited
        : method === 'eth_getLogs' && rangeOf(params) > 4
          ? failure('too many results')
          : undefined,
    ),
    meanwhile: 'credited',
  },
  { name: 'is three blocks behind', node: laggingBy(3n), meanwhile: 'credited' },
  {
    name: 'is two nodes, one of them three blocks behind',
    node: laggingBy(3n, { alternately: true }),
    meanwhile: 'credited',
  },
  {
    name: 'lists logs nine blocks late',
    node: (gate) =>
      gate.alter('eth_getLogs', async (logs) => {
        const end = (await head()) - 9n
        return (logs as Logs).filter(({ blockNumber }) => BigInt(blockNumber) <= end)
      }),
    meanwhile: 'credited',
    count: 20,
  },
  {
    name: 'was put back to an older state',
    node: (gate) => gate.alter('eth_getBlockByNumber', async (block, [of]) => (of === 'latest' ? blockAt(5n) : block)),
    meanwhile: 'waiting',
    alarms: ['chain'],
  },
  {
    name: 'is two nodes on two forks',
    node: answering(({ method, params, nth }) =>
      method === 'eth_getBlockByNumber' && params[0] !== 'latest' && params[0] !== '0x0' && nth % 2 === 0
        ? rpc({ number: params[0], hash: otherHash, transactions: [] })
        : undefined,
    ),
    meanwhile: 'credited',
  },
  {
    name: 'tells each log five times, in any order',
    node: logsAs((logs) => logs.flatMap((log) => [log, log, log, log, log]).reverse()),
    meanwhile: 'credited',
  },
  {
    name: 'tells the wrong amount',
    node: logsAs((logs) => logs.map((log) => ({ ...log, data: `0x${'f'.padStart(64, '0')}` }))),
    meanwhile: 'credited',
  },
  {
    name: 'knows no receipts',
    node: always('eth_getTransactionReceipt', null),
    meanwhile: 'waiting',
    alarms: ['deposit'],
    seconds: HOUR,
  },
  {
    name: 'says that what it lists has failed',
    node: (gate) => gate.alter('eth_getTransactionReceipt', (receipt) => ({ ...(receipt as object), status: '0x0' })),
    meanwhile: 'waiting',
    alarms: ['deposit'],
    seconds: HOUR,
  },
  {
    name: 'tells no balances',
    node: answering(({ method }) => (method === 'eth_call' ? failure('missing trie node') : undefined)),
    meanwhile: 'credited',
    alarms: ['balances'],
    seconds: HOUR,
  },
  {
    name: 'answers balances with nothing',
    node: always('eth_call', '0x'),
    meanwhile: 'credited',
    alarms: ['balances'],
    seconds: HOUR,
  },
]

/** Polls until an address is credited, at most eighteen times, and then often enough to credit it again. */
async function pollUntilCredited(address: string): Promise<void> {
  for (let poll = 0; poll < CONFIRMATION_BLOCKS + 15 && (await creditedAt(address)) === 0n; poll += 1) await polls(1)
  await polls(CONFIRMATION_BLOCKS)
}

test.each(behaviours)('a node that $name', async ({ node, meanwhile, alarms = [], seconds = 60, count }) => {
  // An alarm is sent once an hour.
  it.world.clock.advance(2 * HOUR)
  await polls(2)
  const { address } = await it.open()
  const began = it.world.clock.now()
  node(it.gate)
  await it.pay(address, '10')
  await polls(count ?? (seconds === HOUR ? 5 : 12), { seconds })
  expect(await creditedAt(address)).toBe(meanwhile === 'credited' ? TEN : 0n)
  expect([...new Set(await alarmsSince(began))]).toEqual([...alarms])
  it.gate.behave()
  await pollUntilCredited(address)
  expect(await creditedAt(address)).toBe(TEN)
})

test('each poll of a node that allows 4 blocks and 12 calls at once advances through 300 blocks', async () => {
  await it.chains.ETHEREUM.mine(150)
  const { address } = await it.open()
  await it.pay(address, '10')
  await it.chains.ETHEREUM.mine(150)
  it.gate.intercept(({ method, params, nth }) => {
    if (nth % 13 === 0) return limited
    return method === 'eth_getLogs' && rangeOf(params) > 4 ? failure('block range is limited to 4') : undefined
  })
  const marks: bigint[] = []
  for (let result = ''; result !== 'read'; ) {
    result = await it.poll()
    expect(['behind', 'read']).toContain(result)
    const [cursor] = await it.world.query<{ mark_block: string }>(
      `select mark_block from chain_cursors where network = 'ETHEREUM'`,
    )
    marks.push(BigInt(cursor?.mark_block ?? 0))
  }
  for (const [index, mark] of marks.entries()) if (index > 0) expect(mark > (marks[index - 1] ?? 0n)).toBe(true)
  await polls(3)
  expect(await creditedAt(address)).toBe(TEN)
})

test('a node that fails in the middle of a span does not undo what was read before', async () => {
  await it.chains.ETHEREUM.mine(220)
  it.gate.intercept(({ method, params }) =>
    method === 'eth_getLogs' && rangeOf(params) > 50 ? failure('block range is limited to 50') : undefined,
  )
  const markOf = async () =>
    BigInt(
      (
        await it.world.query<{ mark_block: string }>(`select mark_block from chain_cursors where network = 'ETHEREUM'`)
      )[0]?.mark_block ?? 0,
    )
  const before = await markOf()
  let calls = 0
  it.gate.alter('eth_getLogs', (logs) => {
    calls += 1
    return calls > 3 ? null : logs
  })
  expect(await it.poll()).toBe('failed')
  const after = await markOf()
  expect(after > before).toBe(true)
  it.gate.behave()
  while ((await it.poll()) === 'behind');
  expect(await it.poll()).toBe('read')
})
