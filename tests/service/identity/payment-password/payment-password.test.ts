import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { md5Digest } from '#lib/api/digest.ts'
import { userInfo } from '#lib/contract/accounts.ts'
import { paymentPasswordState, paymentVerifyCode, setPaymentPassword } from '#lib/contract/payment-password.ts'
import { editWallet, type Wallet } from '#lib/contract/wallets.ts'
import { withdrawalList, withdrawalOverview } from '#lib/contract/withdrawals.ts'
import { digitRuns } from '#lib/rules/payment-password.ts'
import { NOON } from '#world/clock.ts'
import { fundUser } from '#world/funds.ts'
import type { User, Visitor } from '#world/visitor.ts'
import { payment, setFirst, walletOf, withdraw, wrongPayment } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

const DAY = 86_400
let world: World
let user: User

/** One service for all of them, each with a user of its own, from noon on. */
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.set(NOON)
  user = await world.user()
})

const state = (of: Visitor = user) => of.call(paymentPasswordState, {})
const another = md5Digest('902746')

/** The code of a letter that was asked for; other letters of the account are passed by. */
async function code(of: User = user): Promise<string> {
  await of.call(paymentVerifyCode, {})
  for (;;) {
    const letter = await world.letter(of.email)
    if (letter.code) return letter.code
  }
}
const guess = (wallet: Wallet, password: string, of: Visitor = user) =>
  of.call(editWallet, { _id: wallet._id, addressName: 'Guessed', paymentPassword: password })

describe('a payment password', () => {
  test("is set the first time with the account's password or a mailed code", async () => {
    const set = (more: object) => user.call(setPaymentPassword, { password: payment, ...more })
    await expect(set({})).rejects.toMatchObject({ reason: 'PROOF_NEEDED' })
    await expect(set({ accountPassword: wrongPayment })).rejects.toMatchObject({ reason: 'ACCOUNT_PASSWORD_WRONG' })
    await expect(set({ verifyCode: '000000' })).rejects.toMatchObject({ reason: 'CODE_WRONG' })
    await expect(set({ verifyCode: '000000', accountPassword: user.digest })).rejects.toThrow()
    expect(await state()).toMatchObject({ state: 'unset' })
    expect(await set({ verifyCode: await code() })).toEqual({ holdUntil: null })
    const other = await world.user()
    expect(await setFirst(other)).toEqual({ holdUntil: null })
    await expect(
      other.call(setPaymentPassword, { password: another, accountPassword: other.digest }),
    ).rejects.toMatchObject({ reason: 'CODE_NEEDED' })
  })

  test('is set once without a code, later only with one', async () => {
    expect(await state()).toMatchObject({ state: 'unset' })
    expect(await setFirst(user)).toEqual({ holdUntil: null })
    expect((await user.call(userInfo, {})).setPaymentPassword).toBe(1)
    expect(await state()).toMatchObject({ state: 'ready', triesLeft: 5 })
    expect((await world.letter(user.email)).subject).toBe('Your Idleforge payment password is set')
    await expect(user.call(setPaymentPassword, { password: another })).rejects.toMatchObject({ reason: 'CODE_NEEDED' })
    await expect(user.call(setPaymentPassword, { password: another, verifyCode: '000000' })).rejects.toMatchObject({
      reason: 'CODE_WRONG',
    })
    const verifyCode = await code()
    expect(await user.call(setPaymentPassword, { password: another, verifyCode })).toEqual({
      holdUntil: NOON / 1000 + DAY,
    })
    await expect(user.call(setPaymentPassword, { password: payment, verifyCode })).rejects.toMatchObject({
      reason: 'CODE_WRONG',
    })
  })

  test('T2 refuses the digest of any repeated or sequential run', async () => {
    const runs = [4, 6, 8, 20].flatMap(digitRuns)
    for (const run of runs)
      await expect(setFirst(user, md5Digest(run))).rejects.toMatchObject({
        reason: 'PAYMENT_PASSWORD_WEAK',
      })
    expect(await state()).toMatchObject({ state: 'unset' })
  })

  test('two first requests at once set one', async () => {
    await world.warmUp()
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => setFirst(user, md5Digest(`48153${index}`))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('refuses the code of another purpose or another account', async () => {
    await setFirst(user)
    const other = await world.user()
    await setFirst(other)
    const verifyCode = await code(other)
    await expect(user.call(setPaymentPassword, { password: another, verifyCode })).rejects.toMatchObject({
      reason: 'CODE_WRONG',
    })
  })
})

describe('wrong ones', () => {
  test('lock it for 30 minutes at the fifth, and until a reset at the tenth', async () => {
    const wallet = await walletOf(user)
    for (const triesLeft of [4, 3, 2, 1])
      await expect(guess(wallet, wrongPayment)).rejects.toMatchObject({
        reason: 'PAYMENT_PASSWORD_WRONG',
        data: { triesLeft },
      })
    const until = NOON / 1000 + 1800
    await expect(guess(wallet, wrongPayment)).rejects.toMatchObject({
      reason: 'PAYMENT_PASSWORD_LOCKED',
      data: { until, minutes: 30 },
    })
    expect(await state()).toMatchObject({ state: 'locked', until })
    world.clock.advance(1799)
    await expect(guess(wallet, payment)).rejects.toMatchObject({
      reason: 'PAYMENT_PASSWORD_LOCKED',
      data: { minutes: 1 },
    })
    world.clock.advance(1)
    expect(await state()).toMatchObject({ state: 'ready', triesLeft: 5 })
    await guess(wallet, payment)
    for (let index = 0; index < 4; index += 1) await expect(guess(wallet, wrongPayment)).rejects.toThrow()
    await guess(wallet, payment)
    expect(await state()).toMatchObject({ state: 'ready', triesLeft: 1 })
    await expect(guess(wallet, wrongPayment)).rejects.toMatchObject({ reason: 'PAYMENT_PASSWORD_RESET_NEEDED' })
    world.clock.advance(2 * DAY)
    await expect(guess(wallet, payment)).rejects.toMatchObject({ reason: 'PAYMENT_PASSWORD_RESET_NEEDED' })
    expect(await state()).toMatchObject({ state: 'resetNeeded' })
    const verifyCode = await code()
    await user.call(setPaymentPassword, { password: another, verifyCode })
    expect(await state()).toMatchObject({ state: 'ready', triesLeft: 5 })
    await guess(wallet, another)
  })

  test('are forgotten after 24 hours, to the second, and not when the clock goes back', async () => {
    const wallet = await walletOf(user)
    for (let index = 0; index < 9; index += 1) {
      if (index === 5) world.clock.advance(1800)
      await expect(guess(wallet, wrongPayment)).rejects.toThrow()
    }
    world.clock.advance(-3600)
    expect(await state()).toMatchObject({ state: 'ready', triesLeft: 1 })
    world.clock.set(NOON + (DAY - 1) * 1000)
    expect(await state()).toMatchObject({ state: 'ready', triesLeft: 1 })
    world.clock.advance(1)
    // Five of the nine came at noon.
    expect(await state()).toMatchObject({ state: 'ready', triesLeft: 1 })
    await guess(wallet, payment)
    expect(await state()).toMatchObject({ state: 'ready', triesLeft: 5 })
  })

  test('E5 of two hundred at once five are evaluated', async () => {
    const wallet = await walletOf(user)
    await world.warmUp()
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => guess(wallet, index === 150 ? payment : wrongPayment)),
    )
    expect(results.every(({ status }) => status === 'rejected')).toBe(true)
    const [row] = await world.query<{ failures: Date[] }>('select failures from payment_guards where user_id = $1', [
      user.info.id,
    ])
    expect(row?.failures).toHaveLength(5)
  })

  test('of one account lock no other', async () => {
    const [wallet, other] = [await walletOf(user), await world.user()]
    const theirs = await walletOf(other)
    for (let index = 0; index < 5; index += 1) await expect(guess(wallet, wrongPayment)).rejects.toThrow()
    await guess(theirs, payment, other)
  })
})

describe('a change', () => {
  test('F1 holds pending and future withdrawals for 24 hours', async () => {
    const wallet = await walletOf(user)
    await fundUser(world, user, { ALEO: '20' })
    world.clock.advance(DAY)
    await withdraw(user, wallet, { amount: '4' })
    const verifyCode = await code()
    const { holdUntil } = await user.call(setPaymentPassword, { password: another, verifyCode })
    expect(holdUntil).toBe(NOON / 1000 + 2 * DAY)
    world.clock.advance(60)
    const made = await withdraw(user, wallet, { amount: '5', password: another })
    expect(made).toMatchObject({ hold: { until: holdUntil, reasons: ['credentials'] }, dueAt: made.time + DAY })
    const { records } = await user.call(withdrawalList, { page: 1 })
    expect(records.map((row) => row.status === 0 && row.hold?.until)).toEqual([holdUntil, holdUntil])
    expect((await user.call(withdrawalOverview, {})).holdUntil).toBe(holdUntil)
    world.clock.advance(DAY - 60)
    expect((await user.call(withdrawalOverview, {})).holdUntil).toBeNull()
  })
})
