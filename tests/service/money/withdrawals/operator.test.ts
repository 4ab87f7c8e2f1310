import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { messageList } from '#lib/contract/messages.ts'
import { paymentVerifyCode, setPaymentPassword } from '#lib/contract/payment-password.ts'
import type { Wallet } from '#lib/contract/wallets.ts'
import { cancelWithdrawal, withdrawalList, withdrawalOverview } from '#lib/contract/withdrawals.ts'
import { notifySteps } from '#service/money/withdrawals/notifications.ts'
import { fundUser } from '#world/funds.ts'
import { notifyAll } from '#world/notifications.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { aleoOf, openOwner } from '#world/owner.ts'
import type { User } from '#world/visitor.ts'
import { payment, transaction, walletOf, withdraw } from '#world/wallets.ts'
import type { World } from '#world/world.ts'

const DAY = 86_400
let world: World
let user: User
let wallet: Wallet
let operate: Operator

/** The next transaction, another one each time. */
let transactions = 0
const nextTransaction = () => {
  transactions += 1
  return transaction(transactions)
}
let txid: string

async function openWorld(): Promise<void> {
  ;({ world, user, wallet } = await openOwner('20'))
  operate = createOperator(world)
  world.clock.advance(DAY)
}
/** For tests of what belongs to no single user. */
async function openAnotherWorld(): Promise<void> {
  await world.close()
  await openWorld()
}
beforeAll(openWorld)
beforeEach(async () => {
  ;({ user, wallet } = await openOwner('20', world))
  world.clock.advance(DAY)
  txid = nextTransaction()
})
afterAll(() => world.close())

const aleo = () => aleoOf(user)
const made = async (amount = '4') => (await withdraw(user, wallet, { amount }))._id
const shown = async (id: string) => (await user.call(withdrawalList, { page: 1 })).records.find(({ _id }) => _id === id)
const approved = async (amount?: string) => {
  const id = await made(amount)
  expect(await operate(`approve ${id}`)).toMatchObject({ code: 0 })
  return id
}

/** Amounts paid today on the public status page. */
const paidToday = async () => {
  const read = await fetch(`${world.address}/api/status`)
  return ((await read.json()) as { payoutsToday: unknown }).payoutsToday
}

describe('approving and paying', () => {
  test('is told on the public status, by coin, until the day is over', async () => {
    const id = await approved()
    await operate(`pay ${id}`)
    expect(await paidToday()).toEqual([])
    await operate(`pay ${id} --transaction ${txid}`)
    expect(await paidToday()).toEqual([{ coin: 'ALEO', amount: '3.95' }])
    world.clock.advance(DAY)
    expect(await paidToday()).toEqual([])
  })

  test('moves the money out in two steps, and notifies each by mail', async () => {
    await openAnotherWorld()
    const id = await made()
    const yes = await operate(`approve ${id}`)
    expect(yes.questions[0]).toContain(`Approve 4 ALEO (3.95 ALEO after the fee) of ${user.email} on Aleo to aleo 1rhg`)
    expect(await shown(id)).toMatchObject({ status: 1 })
    expect(await aleo()).toMatchObject({ balance: '16', withdrawing: '4', withdrawn: '0' })
    const started = await operate(`pay ${id}`)
    expect(started.out).toContain(`Send 3.95 ALEO on Aleo to\n${wallet.walletAddress}`)
    expect(await shown(id)).toMatchObject({ status: 1 })
    expect(await operate(`pay ${id} --transaction ${txid}`)).toMatchObject({ code: 0 })
    expect(await shown(id)).toMatchObject({ status: 3, transactionId: txid, closedAt: world.clock.now() / 1000 })
    expect(await aleo()).toMatchObject({ balance: '16', withdrawing: '0', withdrawn: '4', total: '20' })
    expect((await user.call(withdrawalOverview, {})).coins[0]).toMatchObject({ withdrawn: '4' })
    await notifyAll(world)
    const subjects = []
    while (subjects.length < 5) subjects.push((await world.letter(user.email)).subject)
    expect(subjects).toEqual(
      expect.arrayContaining([
        'Withdrawal of 4 ALEO requested',
        'Withdrawal of 4 ALEO approved',
        'Withdrawal of 4 ALEO paid',
      ]),
    )
    const { out } = await operate('audit --json')
    const acts = (JSON.parse(out) as { act: string; operator: string }[]).map(({ act }) => act)
    expect(acts.filter((act) => act === 'pay')).toHaveLength(2)
    expect(acts).toContain('approve')
    const sums = await world.query<{ kind: string; balance: bigint }>(
      `select kind, balance from ledger_accounts where owner = 'platform' and coin = 'ALEO' order by kind`,
    )
    expect(sums).toEqual([
      { kind: 'fee', balance: 50_000n },
      { kind: 'mint', balance: -20_000_000n },
      { kind: 'paid_out', balance: 3_950_000n },
    ])
  })

  test('do nothing without a confirmation, or for a missing withdrawal', async () => {
    const id = await made()
    expect(await operate(`approve ${id}`, { answer: false })).toMatchObject({ code: 4 })
    expect(await shown(id)).toMatchObject({ status: 0 })
    expect(await operate('approve nothing')).toMatchObject({ code: 3, err: 'There is no withdrawal nothing.\n' })
    expect(await operate('approve')).toMatchObject({ code: 2 })
    expect(await operate(`pay ${id}`)).toMatchObject({ code: 3, err: `Withdrawal ${id} is pending.\n` })
    for (const wrong of ['x', wallet.walletAddress, `0x${'1'.repeat(64)}`])
      expect(await operate(`pay ${id} --transaction ${wrong}`)).toMatchObject({ code: 2 })
  })

  test('one operator begins a payout, nobody pays it twice, and one transaction pays one withdrawal', async () => {
    const [id, second] = [await approved(), await approved('5')]
    expect(await operate(`pay ${id}`)).toMatchObject({ code: 0 })
    expect(await operate(`pay ${id}`, { operator: 'grace@desk' })).toMatchObject({
      code: 3,
      err: expect.stringContaining('already started'),
    })
    expect(await operate(`refuse ${id} --reason no`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('ada@desk'),
    })
    expect(await operate(`pay ${id} --transaction ${txid}`)).toMatchObject({ code: 0 })
    expect(await operate(`pay ${id} --transaction ${nextTransaction()}`)).toMatchObject({ code: 3 })
    expect(await operate(`pay ${second} --transaction ${txid}`)).toMatchObject({
      code: 3,
      err: 'This transaction already paid another withdrawal.\n',
    })
    expect(await shown(second)).toMatchObject({ status: 1 })
  })

  test('a payout of which nothing was sent can be removed, and the withdrawal refused', async () => {
    const id = await approved()
    expect(await operate(`pay ${id} --not-sent`)).toMatchObject({ code: 3 })
    await operate(`pay ${id}`)
    expect(await operate(`pay ${id} --not-sent`)).toMatchObject({ code: 0 })
    expect(await operate(`refuse ${id} --reason "The network is closed."`)).toMatchObject({ code: 0 })
    expect(await shown(id)).toMatchObject({ status: 2, reason: 'The network is closed.' })
    expect(await aleo()).toMatchObject({ balance: '20', withdrawing: '0', withdrawn: '0' })
  })
})

describe('a failure', () => {
  test('at any write of an operator leaves no trace, and what was cut off can be done again', async () => {
    const id = await approved()
    const second = await made('5')
    expect(await operate(`pay ${id}`)).toMatchObject({ code: 0 })
    const state = async () => [
      await world.query('select * from withdrawals order by id'),
      await world.query('select * from withdrawal_steps order by withdrawal_id, step'),
      await world.query('select * from payouts'),
      await world.query('select * from ledger_accounts order by id'),
      await world.query('select * from audit order by id'),
    ]
    await world.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`,
    )
    const before = await state()
    const paying = [
      'payouts',
      'withdrawals',
      'withdrawal_steps',
      'untold_steps',
      'transfers',
      'entries',
      'ledger_accounts',
    ]
    for (const table of ['audit', ...paying]) {
      await world.query(`create trigger cut before insert or update on ${table} for each row execute function fail()`)
      expect(await operate(`pay ${id} --transaction ${txid}`)).toMatchObject({
        code: 1,
        err: expect.stringContaining('cut'),
      })
      if (table !== 'payouts') expect(await operate(`refuse ${second} --reason no`)).toMatchObject({ code: 1 })
      await world.query(`drop trigger cut on ${table}`)
      expect(await state()).toEqual(before)
    }
    expect(await operate(`pay ${id} --transaction ${txid}`)).toMatchObject({ code: 0 })
    expect(await operate(`refuse ${second} --reason no`)).toMatchObject({ code: 0 })
    expect(await aleo()).toMatchObject({ balance: '16', withdrawing: '0', withdrawn: '4' })
  })
})

describe('refusing', () => {
  test('returns the whole amount, with the reason', async () => {
    const id = await made()
    expect(await operate(`refuse ${id}`)).toMatchObject({ code: 2 })
    expect(await operate(`refuse ${id} --reason "Please write to us first."`)).toMatchObject({ code: 0 })
    expect(await shown(id)).toMatchObject({ status: 2, reason: 'Please write to us first.', reasonZh: null })
    expect(await aleo()).toMatchObject({ balance: '20', withdrawing: '0' })
    for (const again of [`approve ${id}`, `refuse ${id} --reason x`, `pay ${id}`])
      expect(await operate(again)).toMatchObject({ code: 3, err: `Withdrawal ${id} is refused.\n` })
    await expect(user.call(cancelWithdrawal, { _id: id })).rejects.toMatchObject({
      reason: 'WITHDRAWAL_NOT_PENDING',
      message: 'Transactions cannot be cancelled.',
    })
    expect((await user.call(withdrawalOverview, {})).counts).toEqual({ total: 1, success: 0, pending: 0, failed: 1 })
  })

  test('shows the reason in the language of the reader', async () => {
    const id = await made()
    expect(await operate(`refuse ${id} --reason-zh "请先联系我们。"`)).toMatchObject({ code: 2 })
    expect(await operate(`refuse ${id} --reason "${'x'.repeat(501)}"`)).toMatchObject({ code: 2 })
    expect(await operate(`refuse ${id} --reason "Please write to us." --reason-zh "请先联系我们。"`)).toMatchObject({
      code: 0,
    })
    expect(await shown(id)).toMatchObject({ reason: 'Please write to us.', reasonZh: '请先联系我们。' })
    await notifySteps(world.running.ctx)
    const text = async (lang: 'en' | 'zh') => {
      user.browser.lang = lang
      const { records } = await user.call(messageList, { page: 1 })
      user.browser.lang = 'en'
      // Request and refusal have the same time, so their order is undefined.
      return records.map(({ content }) => content).find((content) => /Please|请先联系/.test(content)) ?? ''
    }
    expect([await text('en'), await text('zh')]).toEqual([
      expect.stringMatching(/^(?!.*请先)[\s\S]*Please write to us\./),
      expect.stringMatching(/^(?!.*Please)[\s\S]*请先联系我们。/),
    ])
    expect((await operate('audit')).out).toContain('Please write to us. / 请先联系我们。')
  })

  test('allows another small one within the 30 days', async () => {
    const id = await made('0.3')
    await expect(made('0.3')).rejects.toMatchObject({ reason: 'SMALL_ONE_USED' })
    await operate(`refuse ${id} --reason no`)
    await made('0.3')
  })
})

describe('holds', () => {
  test('F1 are kept to the second: a new address, and a password that changed after the request', async () => {
    await openAnotherWorld()
    const other = await world.user()
    const fresh = await walletOf(other)
    await fundUser(world, other, { ALEO: '10' })
    const theirs = (await withdraw(other, fresh, { amount: '4' }))._id
    world.clock.advance(DAY - 1)
    expect(await operate(`approve ${theirs}`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('held back until 2026-03-12 12:00 UTC: its address is new or was changed'),
    })
    world.clock.advance(1)
    expect(await operate(`approve ${theirs}`)).toMatchObject({ code: 0 })

    const signedIn = await user.signIn()
    const { _id: id } = await withdraw(signedIn, wallet, { amount: '4' })
    await signedIn.call(paymentVerifyCode, {})
    let code = ''
    while (code === '') code = (await world.letter(user.email)).code
    await signedIn.call(setPaymentPassword, { password: payment, verifyCode: code })
    world.clock.advance(DAY - 1)
    expect(await operate(`approve ${id}`)).toMatchObject({
      code: 3,
      err: expect.stringContaining('its user changed a password'),
    })
    world.clock.advance(1)
    expect(await operate(`approve ${id}`)).toMatchObject({ code: 0 })
  })
})

describe('at once', () => {
  test.each(['cancel', 'approve'])('cancel and approve, where %s comes first: that one', async (first) => {
    const id = await made()
    await world.warmUp()
    const client = await world.running.ctx.pool.connect()
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for no key update', [user.info.id])
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const untilWaiting = (count: number) => expect.poll(async () => (await world.query(waiting)).length).toBe(count)
    const acts = {
      cancel: () =>
        user.call(cancelWithdrawal, { _id: id }).then(
          () => 'cancel',
          () => '',
        ),
      approve: async () => ((await operate(`approve ${id} --yes`)).code === 0 ? 'approve' : ''),
    }
    const running: Promise<string>[] = []
    try {
      for (const name of first === 'cancel' ? (['cancel', 'approve'] as const) : (['approve', 'cancel'] as const)) {
        running.push(acts[name]())
        await untilWaiting(running.length)
      }
    } finally {
      await client.query('commit')
      client.release()
    }
    expect(await Promise.all(running)).toEqual([first, ''])
    expect((await shown(id))?.status).toBe(first === 'cancel' ? -1 : 1)
  })

  test('two operators who pay the same: one', async () => {
    const id = await approved()
    const ran = await Promise.all([1, 2, 3].map(() => operate(`pay ${id} --yes --transaction ${nextTransaction()}`)))
    expect(ran.filter(({ code }) => code === 0)).toHaveLength(1)
    expect(await aleo()).toMatchObject({ withdrawn: '4', withdrawing: '0' })
  })

  test('each step is notified once, by any number of nodes', async () => {
    await world.warmUp()
    // Those of other tests.
    await notifySteps(world.running.ctx)
    await notifyAll(world)
    const before = await world.queuedLetters()
    for (const amount of ['4', '5', '6']) await made(amount)
    await Promise.all(Array.from({ length: 8 }, () => notifySteps(world.running.ctx)))
    await notifyAll(world)
    expect(await world.queuedLetters()).toBe(before + 3)
  })
})

describe('payouts', () => {
  test('F6 pause, resume, and stay under the limits of an hour and of a day', async () => {
    await openAnotherWorld()
    expect(await operate('payouts --pause')).toMatchObject({ code: 0, questions: ['Pause all payouts?'] })
    const id = await approved()
    expect(await operate(`pay ${id}`)).toMatchObject({ code: 3, err: expect.stringContaining('paused') })
    expect((await operate('payouts')).out).toContain('PAUSED')
    await operate('payouts --resume')
    expect(await operate('payouts --coin aleo --hour 6 --day 9')).toMatchObject({ code: 0 })
    expect(await operate(`pay ${id}`)).toMatchObject({ code: 0 })
    const second = await approved()
    expect(await operate(`pay ${second}`)).toMatchObject({ code: 3, err: expect.stringContaining('hourly limit') })
    world.clock.advance(3600)
    expect(await operate(`pay ${second}`)).toMatchObject({ code: 0 })
    const third = await approved()
    world.clock.advance(3600)
    expect(await operate(`pay ${third}`)).toMatchObject({ code: 3, err: expect.stringContaining('daily limit') })
    // A payout that was sent is always booked, even if it was not begun here.
    await operate('payouts --pause')
    expect(await operate(`pay ${id} --transaction ${txid}`)).toMatchObject({ code: 0 })
    expect(await operate(`pay ${third} --transaction ${nextTransaction()}`)).toMatchObject({ code: 0 })
    const { out } = await operate('payouts --json')
    expect(JSON.parse(out)).toMatchObject({
      paused: true,
      coins: expect.arrayContaining([
        { coin: 'ALEO', lastHour: '3.95', hour: '6', lastDay: '11.85', day: '9', underWay: '3.95', wallets: [] },
      ]),
    })
    for (const wrong of ['payouts --pause --resume', 'payouts --hour 3', 'payouts --coin ALEO --hour 5 --day 1'])
      expect(await operate(wrong)).toMatchObject({ code: 2 })
  })
})

describe('lists', () => {
  test('show open withdrawals, by status and account', async () => {
    await openAnotherWorld()
    const [id, second] = [await made(), await approved('5')]
    const ids = async (options = '') =>
      (JSON.parse((await operate(`withdrawals --json ${options}`)).out) as { id: string }[]).map((row) => row.id)
    expect((await ids()).sort()).toEqual([id, second].sort())
    expect(await ids('--status approved')).toEqual([second])
    expect(await ids('--status credited')).toEqual([])
    expect(await ids(`--user ${user.email} --status pending`)).toEqual([id])
    expect(await operate('withdrawals --user nobody@example.test')).toMatchObject({ code: 3 })
    expect(await operate('withdrawals --status lost')).toMatchObject({ code: 2 })
    expect((await operate('withdrawals')).out).toContain(user.email)
  })

  test('set the fee of a network for later requests', async () => {
    const id = await made()
    expect((await operate('fees')).out).toContain('USDT/ETHEREUM')
    expect(await operate('fees aleo/aleo --amount 0.1')).toMatchObject({
      code: 0,
      questions: ['Charge 0.1 ALEO on Aleo from now on? The minimum there becomes 0.3 ALEO.'],
    })
    expect(await withdraw(user, wallet, { amount: '5' })).toMatchObject({ networkFee: '0.1', receiveAmount: '4.9' })
    expect(await shown(id)).toMatchObject({ networkFee: '0.05' })
    for (const wrong of [
      'fees ALEO/ALEO',
      'fees --amount 1',
      'fees ALEO/ALEO --amount -1',
      'fees ALEO/ALEO --amount 1e3',
    ])
      expect(await operate(wrong)).toMatchObject({ code: 2 })
    expect(await operate('fees ALEO/TRON --amount 1')).toMatchObject({ code: 3 })
    expect(await operate('fees aleo/aleo --amount 0,05')).toMatchObject({ out: expect.stringContaining('0.05 ALEO') })
    expect(await operate('fees aleo/aleo --amount ０．０６')).toMatchObject({
      out: expect.stringContaining('0.06 ALEO'),
    })
    expect(await operate('fees NODEPAY/BSC --amount 1,234')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--amount 1,234 may be 1234 or 1.234.'),
    })
    expect(await operate('fees USDT/ETHEREUM --amount 5')).toMatchObject({
      code: 0,
      out: expect.stringContaining('10 USDT'),
    })
    const tooHigh = { code: 3, err: expect.stringContaining('The highest fee is 5 USDT.') }
    expect(await operate('fees USDT/ETHEREUM --amount 5.000001')).toMatchObject(tooHigh)
    expect(JSON.parse((await operate('fees --json')).out)).toContainEqual(
      expect.objectContaining({ chainCode: 'ETHEREUM', fee: '5', minimum: '10' }),
    )
    expect(await operate('verify-money')).toMatchObject({ code: 0 })
  })

  test('an older fee that is too high is logged at the start', async () => {
    await world.query(`insert into network_fees (coin, chain, set_at, fee) values ('USDT', 'TRON', now(), 6000000)`)
    await world.restart()
    expect(world.logLines.join('')).toContain('USDT/TRON: A fee of 6 USDT would make the minimum 12 USDT')
  })
})
