import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Refused } from '#lib/api/errors.ts'
import { paymentPasswordState, setPaymentPassword } from '#lib/contract/payment-password.ts'
import { addWallet, editWallet, type Wallet } from '#lib/contract/wallets.ts'
import { cancelWithdrawal, requestWithdrawal } from '#lib/contract/withdrawals.ts'
import { fromUnits } from '#lib/money/coins.ts'
import { moneyChecks } from '#service/features/checks.ts'
import { releaseDue } from '#service/features/earnings/release.ts'
import { dayAfter, dayAt, releaseTime, startOf } from '#service/features/earnings/rules.ts'
import { settle } from '#service/features/earnings/settle.ts'
import { verifyMoney } from '#service/ledger/verify.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { rich } from '#world/rich.ts'
import { type Cut, sever } from '#world/severed.ts'
import type { User } from '#world/visitor.ts'
import { payment, transaction, walletOf, wrongPayment } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

/** Every statement, or one of so many; the last commit always. `MONEY_CUTS=all` is part of `npm run test:long`. */
const EVERY = process.env.MONEY_CUTS === 'all' ? 1 : 12
const LEAST_CUTS = EVERY === 1 ? 450 : 60
const DAY = 86_400

let world: World
let user: User
let others: User[]
let wallet: Wallet
let desk: Operator
let devices: string[]
let cuts = 0

beforeAll(async () => {
  world = await createWorld()
  user = await world.user()
  wallet = await walletOf(user)
  others = [await world.user(), await world.user(), await world.user(), await world.user()]
  for (const other of others) await other.call(setPaymentPassword, { password: payment })
  devices = [(await world.device(user)).id, (await world.device(others[0] as User)).id]
  await rich(world, user, { ALEO: '1000000' })
  world.clock.advance(DAY)
  // A session is kept alive by its first call of a while.
  for (const one of [user, ...others]) await one.call(paymentPasswordState, {})
  const operator = createOperator(world)
  desk = async (line) => {
    const ran = await operator(`${line} --yes`)
    if (ran.code !== 0) throw new Error(ran.err)
    return ran
  }
  await desk('payouts --coin aleo --hour 1000000 --day 1000000')
  // Only what an act does itself is cut and counted: nothing runs beside it.
  await world.running.ctx.jobs.close()
})
afterAll(async () => {
  await world.close()
  console.info(`money: ${cuts} cuts, ${EVERY === 1 ? 'every statement' : `one statement of ${EVERY}`}`)
})

const count = async (from: string, ...values: unknown[]) =>
  (await world.query<{ count: number }>(`select count(*)::int as count from ${from}`, values))[0]?.count ?? 0
const hex = (bytes: number) => randomBytes(bytes).toString('hex')
const transfers = (operation: string) => count('transfers where operation like $1', operation)

async function requested(): Promise<string> {
  const asked = { walletId: wallet._id, amount: '4', fee: '0.05', paymentPassword: payment, requestId: randomUUID() }
  return (await user.call(requestWithdrawal, asked))._id
}
async function approved(): Promise<string> {
  const id = await requested()
  await desk(`approve ${id}`)
  return id
}
async function begun(): Promise<string> {
  const id = await approved()
  await desk(`pay ${id}`)
  return id
}

/** A day that is over, on which two devices have mined; the clock goes to when it is settled. */
async function minedDay(): Promise<string> {
  const day = dayAt(world.clock.now())
  for (const device of devices)
    await world.query(`insert into device_hours values ($1, $2, 'aleo', 3600, 10000000000000, 1, 0)`, [
      device,
      new Date(startOf(day)),
    ])
  world.clock.set(startOf(dayAfter(day)) + 4 * 3_600_000)
  return day
}
async function settledDay(): Promise<string> {
  const day = await minedDay()
  await settle(world.running.ctx)
  world.clock.set(releaseTime(day))
  return day
}

/** Something that moves money, or says how it may move. */
interface Act<Subject> {
  /** Makes ready what the act needs. */
  prepare(): Promise<Subject>
  run(subject: Subject): Promise<unknown>
  /** How much of its effect is there. */
  effects(subject: Subject): Promise<number>
  /** How much that is when it was done once; 1 unless told. */
  whole?: number
  /** What it says when it was done already; unless told, it answers as the first time. */
  done?: RegExp
  /** Each run that gets through counts for itself, as guesses do. */
  repeats?: boolean
  tidy?(): Promise<unknown>
}

const act = <Subject>(parts: Act<Subject>) => parts as Act<unknown>
let numbers = 0
const next = () => ++numbers

const acts: Record<string, Act<unknown>> = {
  'the first payment password': act({
    prepare: () => world.query(`update users set payment_password_hash = null where id = $1`, [others[0]?.info.id]),
    run: async () => others[0]?.call(setPaymentPassword, { password: payment }),
    effects: () => count('users where id = $1 and payment_password_hash is not null', others[0]?.info.id),
    done: /CODE_NEEDED/,
  }),
  'a wrong payment password': act({
    prepare: () => world.query('delete from payment_guards where user_id = $1', [user.info.id]),
    run: () =>
      user
        .call(editWallet, { _id: wallet._id, addressName: 'Guessed', paymentPassword: wrongPayment })
        .catch((error) => {
          if (error.reason !== 'PAYMENT_PASSWORD_WRONG') throw error
        }),
    effects: () => count('payment_guards, unnest(failures) where user_id = $1', user.info.id),
    repeats: true,
    tidy: () => world.query('delete from payment_guards where user_id = $1', [user.info.id]),
  }),
  'a new wallet': act({
    prepare: async () => ({ owner: others[next() % others.length] as User, walletAddress: `0x${hex(20)}` }),
    run: ({ owner, walletAddress }) =>
      owner.call(addWallet, {
        addressName: 'Ledger',
        walletAddress,
        currencyCode: 'USDT',
        chainCode: 'BSC',
        paymentPassword: payment,
      }),
    effects: ({ walletAddress }) => count('wallets where lower(address) = $1', walletAddress),
    done: /WALLET_EXISTS/,
  }),
  'a request': act({
    prepare: async () => randomUUID(),
    run: (requestId) =>
      user.call(requestWithdrawal, {
        walletId: wallet._id,
        amount: '4',
        fee: '0.05',
        paymentPassword: payment,
        requestId,
      }),
    effects: (requestId) =>
      count(
        `withdrawals join transfers on operation = format('withdraw/%s/request', withdrawals.id) where request_id = $1`,
        requestId,
      ),
  }),
  'a cancel': act({
    prepare: requested,
    run: (id) => user.call(cancelWithdrawal, { _id: id }),
    effects: (id) => transfers(`withdraw/${id}/return`),
  }),
  'an approval': act({
    prepare: requested,
    run: (id) => desk(`approve ${id}`),
    done: /is approved/,
    effects: (id) => count('withdrawal_steps where withdrawal_id = $1 and status = 1', id),
  }),
  'a refusal': act({
    prepare: approved,
    run: (id) => desk(`refuse ${id} --reason no`),
    done: /is refused/,
    effects: (id) => transfers(`withdraw/${id}/return`),
  }),
  'a payout that begins': act({
    prepare: approved,
    run: (id) => desk(`pay ${id}`),
    effects: (id) => count('payouts where withdrawal_id = $1', id),
    done: /begun already/,
  }),
  'a payout that is taken back': act({
    prepare: begun,
    run: (id) => desk(`pay ${id} --not-sent`),
    effects: async (id) => 1 - (await count('payouts where withdrawal_id = $1', id)),
    done: /not begun/,
  }),
  'a payout that is confirmed': act({
    prepare: async () => ({ id: await begun(), transactionId: transaction(next()) }),
    run: ({ id, transactionId }) => desk(`pay ${id} --transaction ${transactionId}`),
    effects: ({ id }) => transfers(`withdraw/${id}/paid`),
    done: /is credited/,
  }),
  'a fee': act({
    prepare: async () => next(),
    run: (fee) => desk(`fees grass/solana --amount ${fromUnits(BigInt(fee), 'GRASS')}`),
    effects: (fee) =>
      count(`(select fee from network_fees where coin = 'GRASS' order by id desc limit 1) as last where fee = $1`, fee),
  }),
  'a rate': act({
    prepare: async () => next(),
    run: (rate) => desk(`rates grass --amount ${fromUnits(BigInt(rate), 'GRASS')}`),
    effects: (rate) => count(`rates where project = 'grass' and per_tera = $1`, rate),
  }),
  'a settlement': act({
    prepare: minedDay,
    run: () => settle(world.running.ctx),
    effects: (day) => transfers(`settle/${day}/%`),
    whole: 2,
    // Freed when it is due, and the day between is settled: the next one begins as this one did.
    tidy: async () => {
      world.clock.advance(DAY)
      await settle(world.running.ctx)
      await releaseDue(world.running.ctx.db, { now: world.clock.now() })
    },
  }),
  'a release': act({
    prepare: settledDay,
    run: () => releaseDue(world.running.ctx.db, { now: world.clock.now() }),
    effects: (day) => transfers(`release/${day}/%`),
    whole: 2,
  }),
}

/** Where to cut: both sides of the statements that are chosen, and of the commit that ends the act. */
function places(statements: readonly string[], offset: number): Cut[] {
  const last = statements.lastIndexOf('commit')
  return statements.flatMap((_, index): Cut[] => {
    if (index !== last && index % EVERY !== offset % EVERY) return []
    return [
      { at: index + 1, side: 'before' },
      { at: index + 1, side: 'after' },
    ]
  })
}

test.each(Object.entries(acts))(
  'K3 %s is done once, wherever its connection ends',
  { timeout: 600_000 },
  async (name, one) => {
    const { whole = 1, repeats = false, done } = one
    const attempt = (subject: unknown, cut?: Cut) => sever(world.databaseUrl, cut, () => one.run(subject))
    // Twice, so that nothing is done for the first time in what is counted.
    await attempt(await one.prepare())
    await one.tidy?.()
    const plain = await attempt(await one.prepare())
    await one.tidy?.()
    expect(plain.failure).toBeUndefined()
    for (const cut of places(plain.statements, Object.keys(acts).indexOf(name))) {
      const place = `${cut.side} statement ${cut.at}: ${plain.statements[cut.at - 1]}`
      const subject = await one.prepare()
      const first = await attempt(subject, cut)
      expect(first.isCut, place).toBe(true)
      const landed = await one.effects(subject)
      // All of it or nothing, and a success that was told is true.
      expect(first.failure === undefined ? [whole] : [0, whole], place).toContain(landed)
      const again = await attempt(subject)
      if (landed === whole && done)
        expect(String((again.failure as Refused).reason ?? again.failure), place).toMatch(done)
      else expect(again.failure, place).toBeUndefined()
      expect(await one.effects(subject), place).toBe(repeats ? landed + 1 : whole)
      await one.tidy?.()
      const { breaches } = await verifyMoney(world.running.ctx.db, moneyChecks, world.clock.now())
      expect(breaches, place).toEqual([])
      cuts += 1
    }
  },
)

// A list of statements that came out empty would prove nothing.
test('K3 enough was cut', () => expect(cuts).toBeGreaterThan(LEAST_CUTS))
