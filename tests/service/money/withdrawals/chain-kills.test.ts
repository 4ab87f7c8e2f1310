import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorSettings } from '#world/operator.ts'
import { type OperatorProcess, spawnOperator } from '#world/operator-process.ts'
import { CONFIRMATION_BLOCKS, createPayoutWorld, type PayoutWorld } from '#world/payout-world.ts'

/** B6: a process of the operator's program is killed at each of six points around the sending. */

let paying: PayoutWorld
beforeAll(async () => {
  // The processes use the machine's clock.
  paying = await createPayoutWorld('ETHEREUM', { now: Date.now() })
})
afterAll(() => paying.close())

const run = (line: string, diesAtFirstWord = false): OperatorProcess =>
  spawnOperator(line, { settings: { ...operatorSettings(paying.world), ...paying.settings }, diesAtFirstWord })

/** Runs a command in a process that is killed at a given moment. */
async function killAt(moment: Promise<unknown>, line: string): Promise<void> {
  const operator = run(line)
  const early = operator.ended.then(({ code, err }) => Promise.reject(new Error(`it ended by itself: ${code} ${err}`)))
  await Promise.race([moment, early])
  operator.kill()
  expect((await operator.ended).signal).toBe('SIGKILL')
}

/** Locks a table while a command runs, and kills it when it waits for the lock. */
async function killWaitingFor(table: string, line: string): Promise<void> {
  const locks = (granted: boolean[]) =>
    paying.world.query(
      'select 1 from pg_locks l join pg_class c on c.oid = l.relation where c.relname = $1 and granted = any($2)',
      [table, granted],
    )
  // Not of the pool, which ends a transaction that stays idle while a process starts slowly.
  const client = new pg.Client(paying.world.databaseUrl)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(`lock table ${table} in share row exclusive mode`)
    const waits = async () => expect.poll(async () => (await locks([false])).length).toBe(1)
    await killAt(waits(), line)
  } finally {
    await client.end()
  }
  // PostgreSQL continues the statement of the killed process until it notices the lost connection.
  await expect.poll(async () => (await locks([true, false])).length).toBe(0)
}

const outcomesOf = (id: string) =>
  paying.world.query('select outcome from signed_transfers where withdrawal_id = $1 order by position', [id])
const payoutsOf = (id: string) => paying.world.query('select 1 from payouts where withdrawal_id = $1', [id])
const received = async () => (await paying.chain.received(paying.receiver)).length

/** Repeats an operator's steps after a crash until the withdrawal is credited; then the chain's log is checked. */
async function recover(id: string, before: number): Promise<void> {
  expect(await paying.operate(`pay ${id} --send`)).toMatchObject({ code: 0, err: '' })
  expect(await paying.shown(id)).toMatchObject({ status: 1 })
  await finish(id, before)
}

async function finish(id: string, before: number): Promise<void> {
  await paying.operate('payouts --follow')
  await paying.chain.mine(CONFIRMATION_BLOCKS - 1)
  expect((await paying.operate('payouts --follow')).code).toBe(0)
  expect(await paying.shown(id)).toMatchObject({ status: 3 })
  expect(await outcomesOf(id)).toEqual([{ outcome: 'paid' }])
  expect(await received()).toBe(before + 1)
  expect(await paying.chain.balanceOf(paying.receiver)).toBe(paying.chain.units(String(10 * (before + 1))))
  expect(await paying.operate('verify-money')).toMatchObject({ code: 0 })
}

/** Moment: the network has the transfer (its block may follow), and nothing is booked yet. */
async function sentNotBooked(id: string, before: number): Promise<void> {
  await expect.poll(received).toBe(before + 1)
  expect(await outcomesOf(id)).toEqual([{ outcome: null }])
}

test('killed before it is stored: nothing is begun', async () => {
  const [id, before] = [await paying.approved(), await received()]
  await killAt(paying.gate.hold('eth_getTransactionCount', 'asked'), `pay ${id} --send --yes`)
  expect([await payoutsOf(id), await outcomesOf(id)]).toEqual([[], []])
  await recover(id, before)
})

test('killed while it is being stored: nothing is begun', async () => {
  const [id, before] = [await paying.approved(), await received()]
  await killWaitingFor('signed_transfers', `pay ${id} --send --yes`)
  expect([await payoutsOf(id), await outcomesOf(id)]).toEqual([[], []])
  await recover(id, before)
})

test('killed before it is sent: that one is sent, and no other', async () => {
  const [id, before] = [await paying.approved(), await received()]
  await killAt(paying.gate.hold('eth_sendRawTransaction', 'asked'), `pay ${id} --send --yes`)
  expect([await received(), await outcomesOf(id)]).toEqual([before, [{ outcome: null }]])
  expect(await paying.operate(`pay ${id} --not-sent`)).toMatchObject({ code: 3 })
  await recover(id, before)
})

test('killed when the network has it and the answer is lost: it is found', async () => {
  const [id, before] = [await paying.approved(), await received()]
  await killAt(paying.gate.hold('eth_sendRawTransaction', 'answered'), `pay ${id} --send --yes`)
  await sentNotBooked(id, before)
  await recover(id, before)
})

test('killed before it can say so: it is found', async () => {
  const [id, before] = [await paying.approved(), await received()]
  const operator = run(`pay ${id} --send --yes`, true)
  expect(await operator.ended).toMatchObject({ signal: 'SIGKILL', out: '' })
  await sentNotBooked(id, before)
  await recover(id, before)
})

test('killed while it is being booked: it is booked once', async () => {
  const [id, before] = [await paying.approved(), await received()]
  expect(await run(`pay ${id} --send --yes`).ended).toMatchObject({ code: 0 })
  await paying.chain.mine(CONFIRMATION_BLOCKS - 1)
  await killWaitingFor('ledger_accounts', 'payouts --follow')
  expect(await outcomesOf(id)).toEqual([{ outcome: null }])
  expect(await paying.shown(id)).toMatchObject({ status: 1 })
  await finish(id, before)
})
