import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { editWallet, type Wallet } from '#lib/contract/wallets.ts'
import { requestWithdrawal } from '#lib/contract/withdrawal-request.ts'
import {
  cancelWithdrawal,
  withdrawalFee,
  withdrawalFilters,
  withdrawalList,
  withdrawalOverview,
  withdrawalStatus,
} from '#lib/contract/withdrawals.ts'
import { ofPlatform, ofUser } from '#service/money/ledger/accounts.ts'
import { post } from '#service/money/ledger/post.ts'
import { NOON } from '#world/clock.ts'
import { fundUser } from '#world/funds.ts'
import { aleoOf, openOwner } from '#world/owner.ts'
import type { User, Visitor } from '#world/visitor.ts'
import { otherAleo, payment, walletOf, withdraw, wrongPayment } from '#world/wallets.ts'
import { createWorld, type World } from '#world/world.ts'

const DAY = 86_400
let world: World
let user: User
let wallet: Wallet

beforeAll(async () => {
  world = await createWorld()
})
beforeEach(async () => {
  world.clock.set(NOON)
  ;({ user, wallet } = await openOwner('10', world))
})
afterAll(() => {
  // Later than everything that happened in a test.
  world.clock.set(NOON + 60 * DAY * 1000)
  return world.close()
})

const aleo = () => aleoOf(user)
const stored = () => world.query('select * from withdrawals where user_id = $1', [user.info.id])
/** Signs in again, because a session ends after some idle days. */
const later = async (seconds: number) => {
  world.clock.advance(seconds)
  return user.signIn()
}

describe('a withdrawal', () => {
  test('takes the amount out of the balance, and pays it less the fee', async () => {
    const made = await withdraw(user, wallet, { amount: '4.5' })
    expect(made).toMatchObject({
      status: withdrawalStatus.pending,
      amount: '4.5',
      networkFee: '0.05',
      receiveAmount: '4.45',
      pickupAddress: wallet.walletAddress,
      addressName: 'My ALEO',
      chainName: 'Aleo',
      time: NOON / 1000,
      dueAt: NOON / 1000 + DAY,
      hold: { until: NOON / 1000 + DAY, reasons: ['address'] },
    })
    expect(await aleo()).toMatchObject({ balance: '5.5', withdrawing: '4.5', withdrawn: '0', total: '10' })
    expect(await user.call(withdrawalOverview, {})).toEqual({
      coins: [{ currencyCode: 'ALEO', balance: '5.5', withdrawing: '4.5', withdrawn: '0', smallFrom: null }],
      counts: { total: 1, success: 0, pending: 1, failed: 0 },
      holdUntil: null,
      serverTime: NOON / 1000,
    })
  })

  test('is notified by mail, with the address in groups of four and the time from which it is paid', async () => {
    await world.letter(user.email)
    await world.letter(user.email)
    await withdraw(user, wallet, { amount: '4.5' })
    const letter = await world.letter(user.email)
    expect(letter.subject).toBe('Withdrawal of 4.5 ALEO requested')
    expect(letter.text).toContain('aleo 1rhg du77 hgyq')
    expect(letter.text).toContain('paid from 2026-03-11 12:00 UTC')
    const chinese: Visitor = { ...user, ...world.visitor({ lang: 'zh', token: user.token }) }
    await withdraw(chinese, wallet, { amount: '4' })
    expect((await world.letter(user.email)).subject).toBe('提现申请已提交：4 ALEO')
  })

  test('is not held once the address is a day old', async () => {
    const again = await later(DAY)
    expect(await withdraw(again, wallet, { amount: '4' })).toMatchObject({ hold: null })
  })

  test('releases due earnings at once, without waiting for a job', async () => {
    const day = '2026-03-09'
    await world.query(
      `insert into earnings values ('e', $1, 'ALEO', 'cloud', 'none', $2, 1, 5000000, now(), '2026-03-11', null)`,
      [user.info.id, day],
    )
    const { db } = world.running.ctx
    await db.transaction().execute((transaction) =>
      post(
        transaction,
        [
          {
            operation: `settle/${day}/${user.info.id}/ALEO/1`,
            kind: 'settlement',
            entries: [
              { account: ofPlatform('ALEO', 'mint'), amount: -5_000_000n },
              { account: ofUser(user.info.id, 'ALEO', 'frozen'), amount: 5_000_000n },
            ],
          },
        ],
        world.clock.now(),
      ),
    )
    await expect(withdraw(user, wallet, { amount: '15' })).rejects.toMatchObject({ reason: 'OVER_BALANCE' })
    world.clock.set('2026-03-11T00:00:00Z')
    await withdraw(user, wallet, { amount: '15' })
  })

  test('is refused with the sentences of the catalogue', async () => {
    const refused = (amount: string) => expect(withdraw(user, wallet, { amount })).rejects
    await refused('0.299999').toMatchObject({
      reason: 'BELOW_MINIMUM',
      message: 'Amount to withdraw must be at least 0.3 ALEO',
    })
    await refused('-5').toMatchObject({ reason: 'BELOW_MINIMUM' })
    await refused('10.000001').toMatchObject({ reason: 'OVER_BALANCE', data: { available: '10' } })
    await refused('3.0000001').toMatchObject({ code: '4002', data: { field: 'amount' } })
    await expect(withdraw(user, wallet, { amount: '4', password: wrongPayment })).rejects.toMatchObject({
      reason: 'PAYMENT_PASSWORD_WRONG',
      data: { triesLeft: 4 },
    })
    expect(await stored()).toEqual([])
    expect(await aleo()).toMatchObject({ balance: '10', withdrawing: '0' })
  })

  test('needs a payment password that is set', async () => {
    await world.query('update users set payment_password_hash = null where id = $1', [user.info.id])
    await expect(withdraw(user, wallet, { amount: '4' })).rejects.toMatchObject({
      reason: 'PAYMENT_PASSWORD_NOT_SET',
      message: expect.stringContaining('Payment password not set!'),
    })
    expect(await stored()).toEqual([])
  })

  test('never goes to another address than the one that was shown', async () => {
    const change = { _id: wallet._id, paymentPassword: payment }
    await user.call(editWallet, { ...change, walletAddress: otherAleo })
    const refused = { reason: 'WALLET_CHANGED' }
    await expect(withdraw(user, wallet, { amount: '4' })).rejects.toMatchObject(refused)
    // Refused before the payment password is checked, so a wrong one does not count.
    await expect(withdraw(user, wallet, { amount: '4', password: wrongPayment })).rejects.toMatchObject(refused)
    expect(await stored()).toEqual([])
    expect(await aleo()).toMatchObject({ balance: '10', withdrawing: '0' })
    // A new name is no other wallet.
    const { wallet: renamed } = await user.call(editWallet, { ...change, addressName: 'Cold' })
    const made = await withdraw(user, { ...wallet, walletAddress: otherAleo }, { amount: '4' })
    expect(made).toMatchObject({ pickupAddress: renamed.walletAddress, addressName: 'Cold' })
  })

  test('never costs another fee than the one that was shown', async () => {
    // After every other test: no withdrawal of theirs has these fees.
    const again = await later(50 * DAY)
    const setFee = (fee: number) =>
      world.query(`insert into network_fees (coin, chain, set_at, fee) values ('ALEO', 'ALEO', $1, $2)`, [
        new Date(world.clock.now()),
        fee,
      ])
    await setFee(70_000)
    const { _id: walletId, walletAddress } = wallet
    const request = { walletId, walletAddress, amount: '4', paymentPassword: payment }
    await expect(
      again.call(requestWithdrawal, { ...request, fee: '0.05', requestId: randomUUID() }),
    ).rejects.toMatchObject({ reason: 'FEE_CHANGED', data: { fee: '0.07' } })
    expect(await withdraw(again, wallet, { amount: '4' })).toMatchObject({ networkFee: '0.07', receiveAmount: '3.93' })
    const { list } = await again.call(withdrawalFee, {})
    expect(list.map(({ currencyCode, chainCode, fee }) => [currencyCode, chainCode, fee])).toEqual([
      ['ALEO', 'ALEO', '0.07'],
      ['GRASS', 'SOLANA', '0.05'],
      ['NODEPAY', 'BSC', '2'],
      ['USDT', 'TRON', '1'],
      ['USDT', 'ETHEREUM', '3'],
      ['USDT', 'BSC', '0.3'],
      ['USDT', 'POLYGON', '0.2'],
      ['USDT', 'ARBITRUM', '0.2'],
      ['USDT', 'SOLANA', '0.5'],
    ])
    world.clock.advance(DAY)
    await setFee(50_000)
  })

  test('sets the minimum where it is high, and no minimum is at or under its fee', async () => {
    for (const { minimum, fee, normal } of (await user.call(withdrawalFee, {})).list) {
      expect(Number(minimum)).toBeGreaterThan(Number(fee))
      expect(Number(minimum)).toBeLessThan(Number(normal))
    }
    await fundUser(world, user, { USDT: '10' })
    const usdt = await walletOf(user, { coin: 'USDT', chain: 'ETHEREUM' })
    await expect(withdraw(user, usdt, { amount: '5.999999' })).rejects.toMatchObject({
      reason: 'BELOW_MINIMUM',
      data: { minimum: '6', currencyCode: 'USDT' },
    })
    expect(await withdraw(user, usdt, { amount: '6' })).toMatchObject({ receiveAmount: '3' })
  })
})

describe('a request id', () => {
  test('that comes again with another content is refused, before and after it is done', async () => {
    const other = await walletOf(user, { coin: 'USDT', chain: 'TRON' })
    const requestId = randomUUID()
    const request = {
      walletId: wallet._id,
      walletAddress: wallet.walletAddress,
      amount: '4',
      fee: '0.05',
      paymentPassword: payment,
      requestId,
    }
    const made = await user.call(requestWithdrawal, request)
    const changes = [
      { amount: '4.1' },
      { fee: '0.06' },
      { walletAddress: otherAleo },
      { walletId: other._id },
      { walletId: other._id, walletAddress: other.walletAddress },
    ]
    const again = () =>
      Promise.all(
        changes.map((change) =>
          user.call(requestWithdrawal, { ...request, ...change }).catch(({ reason }: { reason?: string }) => reason),
        ),
      )
    const refused = changes.map(() => 'REQUEST_REUSED')
    expect(await again()).toEqual(refused)
    // The same amounts in another notation are the same request.
    expect(await user.call(requestWithdrawal, { ...request, amount: '4.00', fee: '0.050' })).toEqual(made)
    await user.call(cancelWithdrawal, { _id: made._id })
    expect(await again()).toEqual(refused)
    expect(await stored()).toHaveLength(1)
  })
})

describe('small ones', () => {
  test.each([
    ['0.3', true],
    ['3', true],
    ['3.000001', false],
  ])('%s ALEO is one of them: %s', async (amount, small) => {
    await withdraw(user, wallet, { amount })
    const second = withdraw(user, wallet, { amount: '0.3' })
    if (small) await expect(second).rejects.toMatchObject({ reason: 'SMALL_ONE_USED' })
    else expect(await second).toMatchObject({ amount: '0.3' })
    await withdraw(user, wallet, { amount: '3.000001' })
  })

  test('come again after 30 days to the second', async () => {
    await withdraw(user, wallet, { amount: '0.3' })
    const until = NOON / 1000 + 30 * DAY
    const { coins } = await user.call(withdrawalOverview, {})
    expect(coins[0]?.smallFrom).toBe(until)
    const early = await later(30 * DAY - 1)
    await expect(withdraw(early, wallet, { amount: '0.3' })).rejects.toMatchObject({
      reason: 'SMALL_ONE_USED',
      message: expect.stringContaining('next from 2026-04-09 12:00 UTC'),
      data: { until, normal: '3' },
    })
    world.clock.advance(1)
    await withdraw(early, wallet, { amount: '0.3' })
    world.clock.advance(1)
    await expect(withdraw(early, wallet, { amount: '0.3' })).rejects.toMatchObject({ reason: 'SMALL_ONE_USED' })
  })

  test('do not count when they were cancelled, and count when the clock was set back', async () => {
    const first = await withdraw(user, wallet, { amount: '0.3' })
    await user.call(cancelWithdrawal, { _id: first._id })
    await withdraw(user, wallet, { amount: '0.3' })
    world.clock.advance(-3600)
    await expect(withdraw(user, wallet, { amount: '0.3' })).rejects.toMatchObject({ reason: 'SMALL_ONE_USED' })
  })

  test('are counted for each coin', async () => {
    await fundUser(world, user, { GRASS: '10' })
    const grass = await walletOf(user, { coin: 'GRASS', chain: 'SOLANA' })
    const used = { reason: 'SMALL_ONE_USED' }
    await withdraw(user, wallet, { amount: '1' })
    await expect(withdraw(user, wallet, { amount: '1' })).rejects.toMatchObject(used)
    expect(await withdraw(user, grass, { amount: '1' })).toMatchObject({ currencyCode: 'GRASS', amount: '1' })
    await expect(withdraw(user, grass, { amount: '1' })).rejects.toMatchObject(used)
    const { coins } = await user.call(withdrawalOverview, {})
    expect(coins.map(({ currencyCode, smallFrom }) => [currencyCode, smallFrom])).toEqual([
      ['ALEO', NOON / 1000 + 30 * DAY],
      ['GRASS', NOON / 1000 + 30 * DAY],
    ])
  })
})

describe('lists', () => {
  test('are filtered by status, statuses, coin and time, newest first', async () => {
    await fundUser(world, user, { GRASS: '20' })
    const grass = await walletOf(user, { coin: 'GRASS', chain: 'SOLANA' })
    const first = await withdraw(user, wallet, { amount: '4' })
    world.clock.advance(60)
    const second = await withdraw(user, grass, { amount: '6' })
    await user.call(cancelWithdrawal, { _id: first._id })
    const ids = async (filter: object) =>
      (await user.call(withdrawalList, { page: 1, ...filter })).records.map(({ _id }) => _id)
    expect(await ids({})).toEqual([second._id, first._id])
    expect(await ids({ status: -100, type: 1 })).toEqual([second._id, first._id])
    expect(await ids({ status: withdrawalStatus.cancelled })).toEqual([first._id])
    expect(await ids({ muchStatus: [...withdrawalFilters.failed] })).toEqual([first._id])
    expect(await ids({ muchStatus: [...withdrawalFilters.pending] })).toEqual([second._id])
    expect(await ids({ muchStatus: [...withdrawalFilters.success] })).toEqual([])
    expect(await ids({ status: 0, muchStatus: [...withdrawalFilters.failed] })).toEqual([])
    expect(await ids({ currencyCode: 'ALEO' })).toEqual([first._id])
    expect(await ids({ startTime: first.time, endTime: first.time })).toEqual([first._id])
    expect(await ids({ startTime: first.time + 1 })).toEqual([second._id])
    await expect(ids({ startTime: 2, endTime: 1 })).rejects.toMatchObject({ reason: 'RANGE_REVERSED' })
    const page = await user.call(withdrawalList, { page: 2, size: 1 })
    expect([page.total, page.records.map(({ _id }) => _id)]).toEqual([2, [first._id]])
  })

  test('and every call know nothing of another user', async () => {
    const mine = await withdraw(user, wallet, { amount: '4' })
    const other = await world.user()
    const theirs = await walletOf(other)
    await fundUser(world, other, { ALEO: '10' })
    expect(await other.call(withdrawalList, { page: 1 })).toEqual({ records: [], total: 0, next: null })
    expect((await other.call(withdrawalOverview, {})).counts.total).toBe(0)
    for (const _id of [mine._id, 'none'])
      await expect(other.call(cancelWithdrawal, { _id })).rejects.toMatchObject({ reason: 'WITHDRAWAL_UNKNOWN' })
    await expect(withdraw(other, wallet, { amount: '4' })).rejects.toMatchObject({ reason: 'WALLET_UNKNOWN' })
    await withdraw(other, theirs, { amount: '4' })
    expect(await aleo()).toMatchObject({ withdrawing: '4' })
  })
})
