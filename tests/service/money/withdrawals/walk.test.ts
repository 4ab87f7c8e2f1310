import { afterAll, beforeAll, expect, test } from 'vitest'
import { paymentVerifyCode, setPaymentPassword } from '#lib/contract/payment-password.ts'
import { editWallet, type Wallet } from '#lib/contract/wallets.ts'
import { cancelWithdrawal, withdrawalList, withdrawalOverview } from '#lib/contract/withdrawals.ts'
import { fromUnits, toUnits } from '#lib/money/coins.ts'
import { moneyChecks } from '#service/checks.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import { minuteFrom } from '#service/platform/clock.ts'
import { fundUser } from '#world/funds.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { createRandom } from '#world/random.ts'
import type { User, Visitor } from '#world/visitor.ts'
import { addresses, otherAleo, payment, transaction, walletOf, withdraw } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

/** Steps of the walk; a long run asks for more. */
const STEPS = Number(process.env.WITHDRAWAL_STEPS ?? 150)
const SEED = Number(process.env.WITHDRAWAL_SEED ?? 20_261_121)
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let world: World
let owner: User
let wallet: Wallet
let operate: Operator

beforeAll(async () => {
  world = await createWorld()
  owner = await world.user()
  wallet = await walletOf(owner)
  await fundUser(world, owner, { ALEO: '40' })
  operate = createOperator(world)
})
afterAll(() => world.close())

/** The next mailed code; skips mails of withdrawals, whose amounts look like one. */
async function mailedCode(): Promise<string> {
  for (;;) {
    const { code, subject } = await world.letter(owner.email)
    if (code !== '' && subject.startsWith(code)) return code
  }
}

interface Held {
  id: string
  amount: bigint
  status: -1 | 0 | 1 | 2 | 3
  isSmall: boolean
  at: number
  address: number
  credentials: number
  isStarted: boolean
}

const aleo = (text: string) => toUnits(text, 'ALEO')

/** Plain model of one user: the expected result of each act, and the state after it. */
function createModel(now: number) {
  const model = { available: aleo('40'), address: now + DAY_MS, credentials: 0, held: [] as Held[] }
  const of = (status: Held['status'][]) => model.held.filter((one) => status.includes(one.status))
  const sum = (list: readonly Held[]) => list.reduce((total, { amount }) => total + amount, 0n)
  const close = (one: Held, status: Held['status']) => {
    one.status = status
    if (status !== 3) model.available += one.amount
  }
  return {
    ...model,
    model,
    of,
    sum,
    close,
    evaluate(amount: bigint, at: number): string {
      if (amount < aleo('0.3')) return 'BELOW_MINIMUM'
      const used = of([0, 1, 3]).some((one) => one.isSmall && at - one.at < 30 * DAY_MS)
      if (amount <= aleo('3') && used) return 'SMALL_ONE_USED'
      return amount > model.available ? 'OVER_BALANCE' : 'made'
    },
  }
}

test(`F1 F4 a walk of ${STEPS} acts agrees with a plain model (WITHDRAWAL_SEED=${SEED})`, {
  timeout: 1_800_000,
}, async () => {
  const { below, pick } = createRandom(SEED)
  const book = createModel(world.clock.now())
  const { model } = book
  const met = new Map<string, number>()
  const meet = (what: string) => met.set(what, (met.get(what) ?? 0) + 1)
  let user: Visitor = owner
  let address: string = addresses.ALEO
  let transactions = 0

  /** Picks one in a given state half of the time, if there is any; otherwise any one. */
  const pickOf = (status: Held['status']): Held => {
    const some = book.of([status])
    return pick(some.length > 0 && below(2) === 0 ? some : model.held)
  }

  const acts: Record<string, () => Promise<void>> = {
    async ask() {
      const text = pick(['0.299999', '0.3', '1.5', '3', '3.000001', '4', '7', '45'])
      const now = world.clock.now()
      const shown = pick([address, address, address, addresses.ALEO])
      const expected = shown === address ? book.evaluate(aleo(text), now) : 'WALLET_CHANGED'
      const answer = await withdraw(user, { ...wallet, walletAddress: shown }, { amount: text }).then(
        (made) => ({ id: made._id, said: 'made', hold: made.status === 0 ? (made.hold?.until ?? 0) : -1 }),
        (error: { reason: string }) => ({ id: '', said: error.reason, hold: 0 }),
      )
      expect(answer.said).toBe(expected)
      meet(expected)
      if (answer.said !== 'made') return
      const until = Math.max(model.address, model.credentials)
      expect(answer.hold).toBe(until > now ? minuteFrom(until) : 0)
      const { address: heldAddress, credentials } = model
      const fresh = { id: answer.id, amount: aleo(text), isSmall: aleo(text) <= aleo('3'), status: 0 as const, at: now }
      model.held.push({ ...fresh, address: heldAddress, credentials, isStarted: false })
      model.available -= aleo(text)
    },
    async cancel() {
      if (model.held.length === 0) return
      const one = pick(model.held)
      const may = one.status === 0
      const answer = await user.call(cancelWithdrawal, { _id: one.id }).then(
        () => true,
        () => false,
      )
      expect(answer).toBe(may)
      meet(may ? 'cancelled' : 'not cancelled')
      if (may) book.close(one, -1)
    },
    async approve() {
      if (model.held.length === 0) return
      const one = pickOf(0)
      const may = one.status === 0 && world.clock.now() >= Math.max(one.address, one.credentials)
      expect((await operate(`approve ${one.id}`)).code).toBe(may ? 0 : 3)
      meet(may ? 'approved' : 'not approved')
      if (may) one.status = 1
    },
    async refuse() {
      if (below(3) > 0 || model.held.length === 0) return
      const one = pick(model.held)
      const may = one.status === 0 || (one.status === 1 && !one.isStarted)
      expect((await operate(`refuse ${one.id} --reason no`)).code).toBe(may ? 0 : 3)
      meet(may ? 'refused' : 'not refused')
      if (may) book.close(one, 2)
    },
    async begin() {
      if (book.of([1]).length === 0) return
      const one = pick(book.of([1]))
      const isHeld = world.clock.now() < model.credentials
      const may = !one.isStarted && !isHeld
      expect((await operate(`pay ${one.id}`)).code).toBe(may ? 0 : 3)
      meet(may ? 'begun' : isHeld ? 'held' : 'begun already')
      one.isStarted ||= may
    },
    async pay() {
      if (model.held.length === 0) return
      const one = pickOf(1)
      transactions += 1
      const { code } = await operate(`pay ${one.id} --transaction ${transaction(transactions)}`)
      expect(code).toBe(one.status === 1 ? 0 : 3)
      meet(one.status === 1 ? 'paid' : 'not paid')
      if (one.status === 1) book.close(one, 3)
    },
    async move() {
      if (below(6) > 0) return
      address = address === addresses.ALEO ? otherAleo : addresses.ALEO
      await user.call(editWallet, { _id: wallet._id, walletAddress: address, paymentPassword: payment })
      model.address = world.clock.now() + DAY_MS
      meet('moved')
    },
    async change() {
      if (below(6) > 0) return
      await user.call(paymentVerifyCode, {})
      const verifyCode = await mailedCode()
      await user.call(setPaymentPassword, { password: payment, verifyCode })
      model.credentials = Math.max(model.credentials, world.clock.now() + DAY_MS)
      for (const one of book.of([0])) one.credentials = model.credentials
      meet('changed')
    },
    async wait() {
      world.clock.advance(pick([1, 3600, 43_200, 86_399, 86_400, 172_800]))
      user = await owner.signIn()
    },
  }

  for (let step = 0; step < STEPS; step += 1) {
    await acts[pick(Object.keys(acts))]?.()
    const { coins, counts } = await user.call(withdrawalOverview, {})
    expect(coins[0]).toMatchObject({
      balance: fromUnits(model.available, 'ALEO'),
      withdrawing: fromUnits(book.sum(book.of([0, 1])), 'ALEO'),
      withdrawn: fromUnits(book.sum(book.of([3])), 'ALEO'),
    })
    expect([counts.pending, counts.success, counts.failed]).toEqual([
      book.of([0, 1]).length,
      book.of([3]).length,
      book.of([2, -1]).length,
    ])
    if (model.available < aleo('5')) {
      await fundUser(world, owner, { ALEO: '30' })
      model.available += aleo('30')
    }
  }
  const { records } = await user.call(withdrawalList, { page: 1, size: 100 })
  const statuses = new Map(model.held.map(({ id, status }) => [id, status]))
  for (const record of records) expect(record.status).toBe(statuses.get(record._id))
  // A walk that never met a case would prove nothing of it.
  for (const what of [
    'made',
    'SMALL_ONE_USED',
    'BELOW_MINIMUM',
    'OVER_BALANCE',
    'WALLET_CHANGED',
    'cancelled',
    'approved',
    'not approved',
    'paid',
    'begun',
    'held',
    'moved',
    'changed',
  ])
    expect(met.get(what) ?? 0, what).toBeGreaterThan(0)
  expect((await verifyMoney(world.running.ctx.db, moneyChecks, world.clock.now())).breaches).toEqual([])
})
