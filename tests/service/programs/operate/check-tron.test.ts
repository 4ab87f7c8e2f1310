import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOperator } from '#world/operator.ts'
import { createTronPayoutWorld, type TronPayoutWorld } from '#world/tron-payout-world.ts'

/** `operate check` with a node of Tron. */

let paying: TronPayoutWorld
beforeAll(async () => {
  paying = await createTronPayoutWorld()
})
afterAll(() => paying?.close())
afterEach(() => paying.tron.behave())

interface Found {
  of: string
  what: string
  says: string
  isFine: boolean
}

/** The rows of Tron, each time by a program that knows nothing about its node yet. */
async function found(settings: Record<string, string> = {}): Promise<Found[]> {
  const operate = createOperator(paying.world, { ...paying.settings, ...settings })
  const { out } = await operate('check --json')
  return (JSON.parse(out) as Found[]).filter(({ of }) => of === 'Tron (TRC20)')
}
const wrong = async (settings?: Record<string, string>) =>
  (await found(settings)).flatMap(({ what, says, isFine }) => (isFine ? [] : [[what, says]]))

test('tells all that paying asks of the node, and that nothing is received', async () => {
  await paying.tron.mine(30)
  const all = await found({ TRON_RPC_DAILY_REQUESTS: '50000' })
  expect(all.every(({ isFine }) => isFine)).toBe(true)
  expect(Object.fromEntries(all.map(({ what, says }) => [what, says]))).toMatchObject({
    chain: `${paying.tron.node.chainId}, final by its own word`,
    USDT: `${paying.tron.token}, 6 decimals`,
    receiving: 'nothing is taken here: a program pays only',
    'final state': expect.stringContaining('18 below the head'),
    fees: '100 sun a unit of energy, 1000 a byte',
    energy: expect.stringMatching(/^\d+ at most for a transfer of nothing$/),
    sending: expect.stringContaining('an empty transaction is refused'),
    'waiting transactions': 'told',
    budget: '50000 requests a day: about 2000 payouts, and 250 to prove that one has expired',
  })
})

test('asks for no treasury, and says nothing about payments of orders', async () => {
  const operate = createOperator(paying.world, paying.settings)
  const all = JSON.parse((await operate('check --json')).out) as Found[]
  expect(all.filter(({ what }) => what === 'TREASURY_ADDRESS')).toEqual([])
})

test.each([
  ['getchainparameters', {}, 'fees'],
  ['getaccount', { address: 5 }, 'accounts'],
  ['broadcasthex', {}, 'sending'],
  ['triggerconstantcontract', {}, 'energy'],
  ['eth_call', '0x', 'USDT'],
])('names what a node cannot do that answers %s with %j', async (method, answer, what) => {
  paying.tron.node.alter(method, () => answer)
  expect((await wrong()).map(([name]) => name)).toContain(what)
})

test('names a node without final blocks, one whose final block stands still, and one that forgets old blocks', async () => {
  const { node } = paying.tron
  node.alter('eth_getBlockByNumber', (block, [tag]) => (tag === 'finalized' ? null : block))
  expect(await wrong()).toEqual([['final state', expect.stringContaining('java-tron 4.8')]])
  await paying.tron.mine(400)
  const first = await node.rpc.call('eth_getBlockByNumber', ['0x1', false])
  node.alter('eth_getBlockByNumber', (block, [tag]) => (tag === 'finalized' ? first : block))
  expect(await wrong()).toEqual([['final state', expect.stringContaining('stands still')]])
  const head = Number(await node.rpc.head())
  node.alter('eth_getBlockByNumber', (block, [tag]) =>
    String(tag).startsWith('0x') && tag !== '0x0' && Number(tag) < head - 100 ? null : block,
  )
  expect(await wrong()).toEqual([['old blocks', expect.stringContaining('It does not have block')]])
})

test('names a node of another chain, and a budget that does not suffice', async () => {
  paying.tron.fault('serves another chain')
  expect((await wrong()).map(([what]) => what)).toEqual(['chain'])
  paying.tron.behave()
  expect((await wrong({ TRON_RPC_DAILY_REQUESTS: '200' })).map(([what]) => what)).toEqual(['budget'])
})

test('a node that refuses an empty transaction in words takes transactions, and one without that call does not', async () => {
  const { node } = paying.tron
  node.alter('broadcasthex', () => new Error('class java.lang.NullPointerException : null'))
  expect(await wrong()).toEqual([])
  node.intercept(({ method }) => (method === 'broadcasthex' ? { status: 404, body: 'Not Found' } : undefined))
  expect(await wrong()).toEqual([['sending', expect.stringContaining('404')]])
})

test('a node without the list of waiting transactions is enough', async () => {
  paying.tron.node.alter('gettransactionfrompending', () => new Error('not found'))
  expect(await wrong()).toEqual([])
})
