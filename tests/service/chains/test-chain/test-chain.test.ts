import { copyFileSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { offeredNetworks } from '#service/chains/payments.ts'
import { openDeposit, type PaymentHandler } from '#service/money/deposits/payment-handler.ts'
import { pollNetwork, startWatching } from '#service/money/deposits/watch-networks.ts'
import { readConfig } from '#service/platform/config.ts'
import { checksWithout, createWorld, type World } from '#world/world.ts'

const UNIT = 1_000_000n
/** Restarts of one chain; the long run has 20. */
const RESTARTS = Number(process.env.CHAIN_RESTARTS ?? 3)

let world: World
afterEach(() => world?.close())

const recharges: PaymentHandler = {
  purpose: 'recharge',
  onFunds: async (_, __, { confirmed }) => ({ taken: 0n, credited: confirmed }),
}
let opened = 0

/** Pays to a new address. */
async function pay(userId: string): Promise<string> {
  const { ctx } = world.running
  opened += 1
  const request = { purpose: 'recharge', subjectId: `r${opened}`, userId, network: 'LOCAL', amount: UNIT } as const
  const { address } = await ctx.db.transaction().execute((db) => openDeposit(db, ctx, request))
  return String(await ctx.payments?.testChain?.pay(address as `0x${string}`, UNIT))
}

/** Pays to a new address, mines until it is final, and polls as often as that takes. */
async function payAndPoll(userId: string): Promise<string> {
  const transactionId = await pay(userId)
  await world.running.ctx.payments?.testChain?.mine(6)
  await looks(3)
  return transactionId
}

async function looks(count: number): Promise<void> {
  for (let poll = 0; poll < count; poll += 1)
    expect(await pollNetwork(world.running.ctx, 'LOCAL', [recharges])).toBe('read')
}

const states = () =>
  world.query<{ transaction_id: string; state: string }>('select transaction_id, state from chain_receipts')
const confirmed = async () =>
  (await states()).filter(({ state }) => state === 'confirmed').map(({ transaction_id }) => transaction_id)
const stateFile = () => join(world.dataDir, 'testchain', 'state.json')

const createPaid = async () => {
  world = await createWorld({ settings: { TEST_CHAIN: '1' }, checks: checksWithout('V10', 'V10a', 'V10b') })
  return (await world.user()).info.id
}

test('exists where nothing is set, and never in production', () => {
  expect(readConfig({}).testChain).toBe(true)
  expect(readConfig({ NODE_ENV: 'test' }).testChain).toBe(false)
  expect(readConfig({ DATABASE_URL: 'postgres://db.example/idleforge' }).testChain).toBe(false)
  expect(readConfig({ ETHEREUM_RPC_URL: 'https://node.example' }).testChain).toBe(false)
  expect(() => readConfig({ NODE_ENV: 'production', TEST_CHAIN: '1' })).toThrow('TEST_CHAIN never runs in production')
})

test('stays the same chain over many restarts, with a payment seen after each one', async () => {
  const userId = await createPaid()
  expect(offeredNetworks(world.running.ctx.payments)).toEqual(['LOCAL'])
  const genesis = await world.running.ctx.payments?.testChain?.hashOf(0n)
  const paid: string[] = []
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    paid.push(await payAndPoll(userId))
    await world.restart()
    const chain = world.running.ctx.payments?.testChain
    expect([chain?.isFresh, await chain?.hashOf(0n)]).toEqual([false, genesis])
  }
  paid.push(await payAndPoll(userId))
  expect((await confirmed()).sort()).toEqual(paid.sort())
  expect(statSync(stateFile()).mode & 0o777).toBe(0o600)
})

test('a payment that was not final when the service stopped is mined and credited after its next start', async () => {
  const userId = await createPaid()
  const transactionId = await pay(userId)
  await world.restart()
  await expect
    .poll(async () => {
      await pollNetwork(world.running.ctx, 'LOCAL', [recharges])
      return confirmed()
    })
    .toEqual([transactionId])
})

test('twenty payments at once are twenty transactions, and all become final', async () => {
  const userId = await createPaid()
  const paid = await Promise.all(Array.from({ length: 20 }, () => pay(userId)))
  expect(new Set(paid).size).toBe(20)
  await expect
    .poll(async () => {
      await pollNetwork(world.running.ctx, 'LOCAL', [recharges])
      return (await confirmed()).sort()
    })
    .toEqual(paid.sort())
})

test('the watch of a killed service with the embedded database is taken over without waiting', async () => {
  await createPaid()
  const { ctx } = world.running
  await looks(1)
  const cursor = async () => {
    const [row] = await world.query<{ holder: string | null; held_until: Date | null; rounds: string }>(
      'select holder, held_until, rounds from chain_cursors',
    )
    if (!row) throw new Error('there is no cursor')
    return row
  }
  const owner = { ...ctx, config: { ...ctx.config, databaseUrl: undefined } }
  const killed = startWatching(owner, [])
  await expect.poll(async () => (await cursor()).holder).not.toBeNull()
  const { holder, held_until } = await cursor()
  await killed.stop()
  // A killed process leaves its lease, which the clock of this test never ends.
  await world.query('update chain_cursors set holder = $1, held_until = $2', [holder, held_until])
  const { rounds } = await cursor()
  const next = startWatching(owner, [])
  await expect.poll(async () => Number((await cursor()).rounds)).toBeGreaterThan(Number(rounds))
  await next.stop()
})

interface State {
  blocks: { header: Record<string, string> }[]
}

test.each(['before', 'after'])('repairs a state that holds first blocks of later starts, %s its own', async (place) => {
  const userId = await createPaid()
  const first = await payAndPoll(userId)
  const genesis = await world.running.ctx.payments?.testChain?.hashOf(0n)
  await world.restart({
    between() {
      const state = JSON.parse(readFileSync(stateFile(), 'utf8')) as State
      const own = state.blocks.find(({ header }) => header.number === '0x0')
      if (!own) throw new Error('the state has no first block')
      const strangers = [1, 2].map((later) => {
        const timestamp = `0x${(Number(own.header.timestamp) + later).toString(16)}`
        return { ...own, header: { ...own.header, timestamp } }
      })
      const blocks = place === 'before' ? [...strangers, ...state.blocks] : [...state.blocks, ...strangers]
      writeFileSync(stateFile(), JSON.stringify({ ...state, blocks }))
    },
  })
  expect(await world.running.ctx.payments?.testChain?.hashOf(0n)).toBe(genesis)
  const second = await payAndPoll(userId)
  expect((await confirmed()).sort()).toEqual([first, second].sort())
})

test('continues from a state that lacks its last blocks, and counts later payments', async () => {
  const userId = await createPaid()
  const first = await payAndPoll(userId)
  const old = `${stateFile()}.old`
  await world.restart({ between: () => copyFileSync(stateFile(), old) })
  await payAndPoll(userId)
  await world.restart({ between: () => copyFileSync(old, stateFile()) })
  const third = await payAndPoll(userId)
  expect(await confirmed()).toEqual(expect.arrayContaining([first, third]))
})

test.each([
  ['is cut off', () => readFileSync(stateFile(), 'utf8').slice(0, 1000)],
  ['is none of a node', () => '{"blocks":[1],"accounts":null}'],
  ['is of no chain', () => '{"blocks":[]}'],
])('starts a new chain where its state %s, and the service is paid on it', async (_, damaged) => {
  const userId = await createPaid()
  await payAndPoll(userId)
  await world.restart({ between: () => writeFileSync(stateFile(), damaged()) })
  expect(world.running.ctx.payments?.testChain?.isFresh).toBe(true)
  expect(existsSync(`${stateFile()}.unreadable`)).toBe(true)
  const second = await payAndPoll(userId)
  expect(await confirmed()).toContain(second)
})
