import { randomUUID } from 'node:crypto'
import { paymentPasswordState } from '#lib/contract/payment-password.ts'
import type { Wallet } from '#lib/contract/wallets.ts'
import { requestWithdrawal } from '#lib/contract/withdrawal-request.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import { releaseTime } from '#service/money/earnings/rules.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { fundUser } from './funds.ts'
import { createMarket } from './market.ts'
import { createOperator, type Ran } from './operator.ts'
import type { User } from './visitor.ts'
import { payment, setFirst, walletOf } from './wallets.ts'
import type { World } from './world.ts'

/** A world with money, in which only the test acts: its letters stay in the queue. */
export interface MoneyWorld {
  readonly world: World
  /** A user with much ALEO, and a wallet that is not held any more. */
  readonly user: User
  readonly wallet: Wallet
  /** Users with only a payment password. */
  readonly others: readonly User[]
  /** The operator's program; throws its refusals. */
  operate(line: string): Promise<Ran>
  /** Counts rows of a table or of any `from` expression. */
  count(from: string, ...values: unknown[]): Promise<number>
  /** Counts transfers by operation pattern. */
  transfers(operation: string): Promise<number>
  /** A withdrawal of 4 ALEO that was requested, approved, or started to be paid: its id. */
  requested(): Promise<string>
  approved(): Promise<string>
  payoutStarted(): Promise<string>
  /** A past day on which two devices of two users have mined; moves the clock to its settlement. */
  minedDay(): Promise<string>
  /** A settled day; moves the clock to its release. */
  settledDay(): Promise<string>
}

export async function openMoneyWorld(): Promise<MoneyWorld> {
  const world = await createMarket()
  const user = await world.user()
  const wallet = await walletOf(user)
  const others = [await world.user(), await world.user(), await world.user(), await world.user()]
  for (const other of others) await setFirst(other)
  const devices = [(await world.device(user)).id, (await world.device(others[0] as User)).id]
  await fundUser(world, user, { ALEO: '1000000' })
  world.clock.advance(86_400)
  // The first call after a while keeps the session alive.
  for (const one of [user, ...others]) await one.call(paymentPasswordState, {})
  await world.running.ctx.jobs.close()

  const operator = createOperator(world)
  const count: MoneyWorld['count'] = async (from, ...values) => {
    const [row] = await world.query<{ count: number }>(`select count(*)::int as count from ${from}`, values)
    return row?.count ?? 0
  }
  const house: MoneyWorld = {
    world,
    user,
    wallet,
    others,
    async operate(line) {
      const ran = await operator(`${line} --yes`)
      if (ran.code !== 0) throw new Error(ran.err)
      return ran
    },
    count,
    transfers: (operation) => count('transfers where operation like $1', operation),
    async requested() {
      const { _id: walletId, walletAddress } = wallet
      const request = { walletId, walletAddress, amount: '4', fee: '0.05', paymentPassword: payment }
      return (await user.call(requestWithdrawal, { ...request, requestId: randomUUID() }))._id
    },
    async approved() {
      const id = await house.requested()
      await house.operate(`approve ${id}`)
      return id
    },
    async payoutStarted() {
      const id = await house.approved()
      await house.operate(`pay ${id}`)
      return id
    },
    async minedDay() {
      const day = dayAt(world.clock.now())
      const hour = new Date(startOf(day))
      for (const device of devices)
        await world.query(`insert into device_hours values ($1, $2, 'aleo', 3600, 10000000000000, 1, 0)`, [
          device,
          hour,
        ])
      world.clock.set(startOf(dayAfter(day)) + 4 * 3_600_000)
      return day
    },
    async settledDay() {
      const day = await house.minedDay()
      await settle(world.running.ctx)
      world.clock.set(releaseTime(day))
      return day
    },
  }
  await house.operate('payouts --coin aleo --hour 1000000 --day 1000000')
  return house
}
