import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { killPoints } from '#world/kills.ts'
import { createOperator, type Operator, operatorSettings } from '#world/operator.ts'
import { spawnOperator } from '#world/operator-process.ts'
import { createTronDepositWorld, type TronDepositWorld } from '#world/tron-deposit-world.ts'
import { depositAccount } from '#world/tron-world.ts'

/** `operate sweep` on Tron, by coins and by a loan. */

vi.setConfig({ testTimeout: 600_000 })
const USDT = 1_000_000n
const TRX = 1_000_000n
let it: TronDepositWorld
let settings: Record<string, string>
let operate: Operator
beforeAll(async () => {
  it = await createTronDepositWorld()
  await it.poll()
  const keyFile = join(it.world.dataDir, 'deposit.key')
  writeFileSync(keyFile, `${depositAccount.privateExtendedKey}\n`, { mode: 0o600 })
  settings = { ...it.settings, TRON_DEPOSIT_KEY_FILE: keyFile }
  operate = createOperator(it.world, settings)
})
afterAll(() => it?.close())
afterEach(() => it.tron.behave())

/** A new user's address with a final payment. */
async function paid(amount: bigint): Promise<string> {
  const user = await it.world.user()
  const { address } = await it.recharge(String(amount), user)
  await it.tron.pay(address, amount * USDT)
  await it.settle()
  return address
}
const treasury = () => it.tron.balanceOf(it.tron.treasury)
const stepsOf = async (address: string) =>
  (
    await it.world.query<{ kind: string; outcome: string | null }>(
      `select kind, sweep_steps.outcome from sweep_steps join sweeps on sweeps.id = sweep
       join deposit_addresses on number = deposit where address = $1 order by sweep_steps.position`,
      [address],
    )
  ).map(({ kind, outcome }) => `${kind} ${outcome}`)

/** Runs the program until nothing of the sweep is left, with blocks in between. */
async function finish(): Promise<string> {
  for (let runs = 0; runs < 12; runs += 1) {
    const { out, err } = await operate('sweep --wait 0 --yes')
    if (out.includes('All of it is in the treasury.')) return out
    if (err.includes('Nothing can be swept')) return err
    await it.tron.finalize()
  }
  throw new Error('the sweep does not come to its end')
}
const stakes = (isStaked: boolean) => {
  if (!isStaked) it.tron.node.alter('getcandelegatedmaxsize', () => ({}))
}

test.each([
  ['coins', false, ['fund', 'move']],
  ['a loan', true, ['activate', 'delegate', 'move', 'return']],
] as const)('collects by %s, in steps whose cost the operator sees before', async (_, isStaked, kinds) => {
  stakes(isStaked)
  const address = await paid(60n)
  const before = [await treasury(), it.tron.ledger.stakedOf(it.tron.collectWallet)]
  const asked = await operate('sweep --wait 0', { answer: false })
  expect(asked.questions.join()).toMatch(
    new RegExp(`Tron \\(TRC20\\): at most [\\d.]+ TRX an address \\(${kinds.join(', ')}\\), [\\d.]+ TRX in all`),
  )
  expect(asked.questions.join()).toContain(`Fees are paid by ${it.tron.collectWallet}`)
  expect(await stepsOf(address)).toEqual([])
  await finish()
  expect(await stepsOf(address)).toEqual(kinds.map((kind) => `${kind} done`))
  expect([await treasury(), it.tron.ledger.stakedOf(it.tron.collectWallet)]).toEqual([
    (before[0] ?? 0n) + 60n * USDT,
    before[1],
  ])
  expect(await operate('verify-money')).toMatchObject({ code: 0 })
})

test('leaves an address whose fee is above 5 % of what it holds, by the price of TRX', async () => {
  stakes(false)
  const address = await paid(20n)
  const dear = await operate('sweep --wait 0 --network tron --price 0.3 --yes')
  expect(dear).toMatchObject({ code: 3, err: expect.stringMatching(/What holds less than [\d.]+ USDT is left/) })
  expect(await stepsOf(address)).toEqual([])
  const cheap = await operate('sweep --wait 0 --network tron --price 0.01', { answer: false })
  expect(cheap.questions.join()).toMatch(/Sweep 20 USDT of 1 addresses/)
  expect(await operate('sweep --price 0.3 --yes')).toMatchObject({ code: 2, err: expect.stringContaining('--network') })
  await finish()
})

test('collects what several payments have brought to one address at once', async () => {
  const user = await it.world.user()
  const first = await it.recharge('30', user)
  await it.tron.pay(first.address, 30n * USDT)
  await it.settle()
  const second = await it.recharge('40', user)
  expect(second.address).toBe(first.address)
  await it.tron.pay(first.address, 40n * USDT)
  await it.settle()
  const before = await treasury()
  await finish()
  expect((await treasury()) - before).toBe(70n * USDT)
  expect(await operate('verify-money')).toMatchObject({ code: 0 })
  // The balance is again what is expected of the address.
  it.world.clock.advance(3600)
  for (let polls = 0; polls < 6; polls += 1) await it.poll()
  const differing = await it.world.query('select 1 from deposit_reconciliations where differs_since is not null')
  expect(differing).toEqual([])
})

test('says that the cost is not known when the wallet cannot pay it, and signs nothing', async () => {
  stakes(false)
  const address = await paid(33n)
  it.tron.ledger.set(it.tron.collectWallet, 0n)
  const { code, err } = await operate('sweep --wait 0 --yes')
  expect([code, err]).toEqual([5, expect.stringContaining('holds 0 TRX and needs')])
  expect(await stepsOf(address)).toEqual([])
  it.tron.ledger.set(it.tron.collectWallet, 1_000n * TRX)
  await finish()
  expect(await stepsOf(address)).toEqual(['fund done', 'move done'])
})

test('a step that no block took expires, and the address is collected once', async () => {
  stakes(false)
  const address = await paid(34n)
  const before = await treasury()
  it.tron.node.intercept(({ method }) => (method === 'broadcasthex' ? { status: 500, body: '' } : undefined))
  await operate('sweep --wait 0 --yes')
  it.tron.behave()
  stakes(false)
  await it.tron.expire()
  await finish()
  expect(await stepsOf(address)).toEqual(['fund expired', 'fund done', 'move done'])
  expect((await treasury()) - before).toBe(34n * USDT)
})

/** Resolves when the node is asked to send, or has sent, a transaction; it never answers. */
const holdSending = (moment: 'asked' | 'answered'): Promise<void> =>
  new Promise((resolve) => {
    if (moment === 'asked')
      it.tron.node.intercept((call) => {
        if (call.method !== 'broadcasthex') return undefined
        resolve()
        return 'never'
      })
    else
      it.tron.node.alter('broadcasthex', () => {
        resolve()
        return new Promise(() => {})
      })
  })

const moments = ['asked', 'answered'] as const

test.each([
  ['coins', false, 2],
  ['a loan', true, 4],
] as const)(
  'by %s, is killed before and after each sending, goes on, and moves it once',
  async (_, isStaked, steps) => {
    // Each step at least once, and each moment.
    for (let step = 0; step < steps; step += 1)
      for (const moment of killPoints(step % 2 === 0 ? moments : moments.toReversed())) {
        it.tron.behave()
        stakes(isStaked)
        const address = await paid(50n)
        const before = [await treasury(), it.tron.ledger.stakedOf(it.tron.collectWallet)]
        for (let done = 0; done < step; done += 1) {
          await operate('sweep --wait 0 --yes')
          await it.tron.finalize()
        }
        const sending = holdSending(moment)
        const operator = spawnOperator('sweep --wait 0 --yes', {
          settings: { ...operatorSettings(it.world), ...settings },
        })
        const early = operator.ended.then(({ code, err }) =>
          Promise.reject(new Error(`it ended by itself: ${code} ${err}`)),
        )
        await Promise.race([sending, early])
        operator.kill()
        expect((await operator.ended).signal).toBe('SIGKILL')
        it.tron.behave()
        stakes(isStaked)
        await it.tron.finalize()
        await finish()
        const done = await stepsOf(address)
        expect([moment, step, done.length, new Set(done).size, done.every((one) => one.endsWith('done'))]).toEqual([
          ...[moment, step, steps, steps, true],
        ])
        expect([await treasury(), it.tron.ledger.stakedOf(it.tron.collectWallet)]).toEqual([
          (before[0] ?? 0n) + 50n * USDT,
          before[1],
        ])
      }
    expect(await operate('verify-money')).toMatchObject({ code: 0 })
  },
)
