import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createOperator } from '#world/operator.ts'
import { createSolanaPayoutWorld, type SolanaPayoutWorld } from '#world/solana-payout-world.ts'
import { RpcError } from '#world/solana-rpc.ts'

/** `operate check` with a node of Solana. */

let paying: SolanaPayoutWorld
beforeAll(async () => {
  paying = await createSolanaPayoutWorld()
})
afterAll(() => paying?.close())
afterEach(() => paying.solana.behave())

interface Found {
  of: string
  what: string
  says: string
  isFine: boolean
}

/** The rows of Solana, each time by a program that knows nothing about its node yet. */
async function found(settings: Record<string, string> = {}): Promise<Found[]> {
  const operate = createOperator(paying.world, { ...paying.settings, ...settings })
  const { out } = await operate('check --json')
  return (JSON.parse(out) as Found[]).filter(({ of }) => of === 'Solana')
}
const wrong = async (settings?: Record<string, string>) =>
  (await found(settings)).flatMap(({ what, says, isFine }) => (isFine ? [] : [[what, says]]))

test('tells all that paying asks of the node, and that nothing is received', async () => {
  const all = await found({ SOLANA_RPC_DAILY_REQUESTS: '50000' })
  expect(all.filter(({ isFine }) => !isFine)).toEqual([])
  expect(Object.fromEntries(all.map(({ what, says }) => [what, says]))).toMatchObject({
    chain: `${paying.solana.chain.genesisHash}, final by its own word`,
    GRASS: `${paying.solana.grass}, 9 decimals`,
    USDT: `${paying.solana.usdt}, 6 decimals`,
    receiving: 'nothing is taken here: a program pays only',
    'final state': expect.stringMatching(/^told at slot \d+, \d+ below the last one$/),
    history: 'searched for the status of a transfer',
    'old blocks': 'kept back to slot 0',
    fees: '4 blocks with prices of compute units',
    rent: '0.00203928 SOL for a token account',
    simulation: 'offered: a transaction of nobody is refused ("AccountNotFound")',
    sending: expect.stringContaining('an empty transaction is refused'),
    budget: '50000 requests a day: about 2000 payouts, and 250 to prove that one has expired',
  })
})

const refusal = new RpcError(-32_601, 'Method not found')

test.each([
  ['getSignatureStatuses', new RpcError(-32_011, 'Transaction history is not available from this node'), 'history'],
  ['getRecentPrioritizationFees', refusal, 'fees'],
  ['getMinimumBalanceForRentExemption', refusal, 'rent'],
  ['simulateTransaction', refusal, 'simulation'],
  ['getFirstAvailableBlock', 1_000_000, 'old blocks'],
  ['getBlock', new RpcError(-32_001, 'Block 5 cleaned up'), 'old blocks'],
  ['getBlocksWithLimit', [], 'old blocks'],
  ['getMultipleAccounts', { context: { slot: 1 }, value: [null] }, 'GRASS'],
])('names what a node cannot do that answers %s with %j', async (method, answer, what) => {
  paying.solana.node.alter(method, () => answer)
  expect((await wrong()).map(([name]) => name)).toContain(what)
})

test('names a node that takes no transactions, and one that stands still', async () => {
  const { node } = paying.solana
  node.intercept(({ method }) =>
    method === 'sendTransaction'
      ? { body: '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}' }
      : undefined,
  )
  expect(await wrong()).toEqual([['sending', 'It does not take transactions.']])
  node.behave()
  node.alter('getSlot', (slot, [config]) =>
    (config as { commitment: string }).commitment === 'processed' ? Number(slot) + 1_000 : slot,
  )
  expect(await wrong()).toEqual([['final state', expect.stringContaining('stands still')]])
})

test('names a node of another network, and a budget that does not suffice', async () => {
  const mainnet = { SOLANA_GENESIS_HASH: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d' }
  expect(await wrong(mainnet)).toEqual([['chain', expect.stringContaining('not 5eykt')]])
  expect((await wrong({ SOLANA_RPC_DAILY_REQUESTS: '200' })).map(([what]) => what)).toEqual(['budget'])
})
