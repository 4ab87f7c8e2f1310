import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Wallet } from '#lib/contract/wallets.ts'
import { cancelWithdrawal, withdrawalList, withdrawalStatus } from '#lib/contract/withdrawals.ts'
import { fundUser } from '#world/funds.ts'
import { aleoOf, openOwner } from '#world/owner.ts'
import { createVisitor, type User } from '#world/visitor.ts'
import { walletOf, withdraw, wrongPayment } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

/** How often the races are run; the long run asks for 50. */
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 1)
let world: World
let user: User
let wallet: Wallet

beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  ;({ user, wallet } = await openOwner('10', world))
})
afterAll(() => world.close())

const aleo = () => aleoOf(user)
const reasons = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { reason?: string }).reason] : []))
const done = (results: readonly PromiseSettledResult<unknown>[]) =>
  results.filter(({ status }) => status === 'fulfilled').length
const stored = () => world.query('select * from withdrawals where user_id = $1', [user.info.id])

describe('at once', () => {
  const many = (count: number, one: (index: number) => Promise<unknown>) =>
    Promise.allSettled(Array.from({ length: count }, (_, index) => one(index)))

  const patient = { timeout: 120_000 * ROUNDS }
  const cancelAll = async () => {
    const { records } = await user.call(withdrawalList, { page: 1, status: withdrawalStatus.pending })
    for (const { _id } of records) await user.call(cancelWithdrawal, { _id })
  }

  test('A3 one of a hundred requests for the whole balance succeeds', patient, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.warmUp()
      const results = await many(100, () => withdraw(user, wallet, { amount: '10' }))
      expect(done(results)).toBe(1)
      expect(new Set(reasons(results))).toEqual(new Set(['OVER_BALANCE']))
      expect(await aleo()).toMatchObject({ balance: '0', withdrawing: '10' })
      await cancelAll()
    }
  })

  test('A4 one of fifty small requests succeeds', patient, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await world.warmUp()
      const results = await many(50, () => withdraw(user, wallet, { amount: '0.3' }))
      expect(done(results)).toBe(1)
      expect(new Set(reasons(results))).toEqual(new Set(['SMALL_ONE_USED']))
      expect(await aleo()).toMatchObject({ balance: '9.7', withdrawing: '0.3' })
      await cancelAll()
    }
  })

  test('the same request twenty times creates one, and returns it twenty times', async () => {
    await world.warmUp()
    const requestId = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => withdraw(user, wallet, { amount: '4', requestId })),
    )
    expect(new Set(answers.map(({ _id }) => _id)).size).toBe(1)
    expect(await stored()).toHaveLength(1)
    expect(await withdraw(user, wallet, { amount: '4', requestId, password: wrongPayment })).toEqual(answers[0])
    const other = await world.user()
    const theirs = await walletOf(other)
    await fundUser(world, other, { ALEO: '5' })
    expect((await withdraw(other, theirs, { amount: '4', requestId }))._id).not.toBe(answers[0]?._id)
  })

  test('the same request by four nodes, all past the payment password before the first is written, creates one', async () => {
    const requestId = randomUUID()
    const others = await Promise.all([1, 2, 3].map(async () => createVisitor(await world.node(), user.browser)))
    const client = await world.running.ctx.pool.connect()
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for no key update', [user.info.id])
    const request = Promise.all([user, ...others].map((of) => withdraw(of, wallet, { amount: '4', requestId })))
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    try {
      await expect.poll(async () => (await world.query(waiting)).length).toBe(4)
    } finally {
      await client.query('commit')
      client.release()
    }
    expect(new Set((await request).map(({ _id }) => _id)).size).toBe(1)
    expect(await aleo()).toMatchObject({ balance: '6', withdrawing: '4' })
  })

  test('ten concurrent cancellations return the amount once, and later ones are refused', async () => {
    const { _id } = await withdraw(user, wallet, { amount: '4' })
    await world.warmUp()
    const results = await many(10, () => user.call(cancelWithdrawal, { _id }))
    expect(done(results)).toBe(1)
    await expect(user.call(cancelWithdrawal, { _id })).rejects.toMatchObject({
      reason: 'WITHDRAWAL_NOT_PENDING',
      message: 'Transactions cannot be cancelled.',
    })
    expect(await aleo()).toMatchObject({ balance: '10', withdrawing: '0', withdrawn: '0' })
  })
})

describe('a failure', () => {
  test('at any write of a request or a cancel leaves no trace', async () => {
    const made = await withdraw(user, wallet, { amount: '4' })
    const state = async () => [
      await world.query('select * from withdrawals order by id'),
      await world.query('select * from withdrawal_steps order by withdrawal_id, step'),
      await world.query('select * from ledger_accounts order by id'),
      await world.query('select * from transfers order by sequence'),
    ]
    await world.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`,
    )
    const before = await state()
    for (const table of [
      'withdrawals',
      'withdrawal_steps',
      'untold_steps',
      'transfers',
      'entries',
      'ledger_accounts',
    ]) {
      await world.query(`create trigger cut before insert or update on ${table} for each row execute function fail()`)
      await expect(withdraw(user, wallet, { amount: '4' })).rejects.toMatchObject({ status: 500 })
      await expect(user.call(cancelWithdrawal, { _id: made._id })).rejects.toMatchObject({ status: 500 })
      await world.query(`drop trigger cut on ${table}`)
      expect(await state()).toEqual(before)
    }
    await withdraw(user, wallet, { amount: '4' })
    await user.call(cancelWithdrawal, { _id: made._id })
  })
})
