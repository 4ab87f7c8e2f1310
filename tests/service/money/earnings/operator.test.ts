import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { requestWithdrawal } from '#lib/contract/withdrawal-request.ts'
import { moneyChecks } from '#service/checks.ts'
import { settleDue } from '#service/money/earnings/settle-due.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import { fundUser } from '#world/funds.ts'
import { type MiningWorld, openMiningWorld } from '#world/mining-world.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import { payment, walletOf } from '#world/wallets.ts'

const alarms = 'alarms@idleforge.example'
let mine: MiningWorld
let operate: Operator

beforeEach(async () => {
  mine = await openMiningWorld({ ALARM_EMAIL: alarms })
  operate = createOperator(mine.world)
})
afterEach(() => mine.world.close())

const breaches = async () =>
  (await verifyMoney(mine.world.running.ctx.db, moneyChecks, mine.world.clock.now())).breaches.map(({ id }) => id)

describe('settlements', () => {
  test('are listed, and a day with missing earnings is settled again for those', async () => {
    expect((await operate('settlements')).out).toBe('No days settled yet.\n')
    await mine.mined(2)
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    expect((await operate('settlements')).out.split('\n')[1]).toMatch(/^2026-03-10 +2026-03-11 04:00 UTC .* 1 *$/)
    // Work that reached the database too late.
    await mine.world.query('update device_hours set work = work + 4096')
    expect(await breaches()).toEqual(['V18a'])

    expect(await operate('settlements 2026-03-10 --again', { answer: false })).toMatchObject({ code: 4 })
    expect(await breaches()).toEqual(['V18a'])
    const again = await operate('settlements 2026-03-10 --again')
    expect(again).toMatchObject({ code: 0, questions: ['Open 2026-03-10 again, so that what it lacks is credited?'] })
    expect(again.out).toContain('settles it within ten minutes')
    await mine.settle()
    expect(await mine.aleo()).toMatchObject({ total: '0.012288' })
    expect(await breaches()).toEqual([])
    await mine.settle()
    expect(await mine.ledger()).toHaveLength(2)
    expect((await operate('settlements --json')).out).toContain('"openedAgain": 1')
  })

  test.each([
    ['settlements --again', 2],
    ['settlements 2026-03-10', 2],
    ['settlements 2026-03-10 --again', 3],
    ['settlements yesterday --again', 3],
    ['settlements 2026-02-30 --again', 3],
  ])('refuse %s', async (line, code) => {
    expect(await operate(line)).toMatchObject({ code, questions: [] })
  })

  test('that are late are an alarm, once, with the day', async () => {
    await mine.mined(1)
    await mine.world.query(`alter table earnings add constraint cut check (amount < 0)`)
    const { ctx } = mine.world.running
    mine.at('2026-03-11T09:59:59Z')
    await expect(settleDue(ctx)).rejects.toThrow('cut')
    expect(await mine.world.query('select name from alarms')).toEqual([])
    mine.at('2026-03-11T10:00:00Z')
    await expect(settleDue(ctx)).rejects.toThrow('cut')
    expect(await mine.world.query('select name from alarms')).toEqual([{ name: 'settlement-late/2026-03-10' }])
    const { subject } = await mine.world.letter(alarms)
    expect(subject).toBe('Alarm: 2026-03-10 is not settled yet')
    await mine.world.query(`alter table earnings drop constraint cut`)
    await settleDue(ctx)
    expect(await mine.aleo()).toMatchObject({ total: '0.004096' })
  })
})

describe('a confirmation that waits for its answer', () => {
  const once = (wait: () => Promise<unknown>) => ({ answer: () => wait().then(() => true) })

  test('sets no rate for a day that is over by then', async () => {
    await mine.mined(1)
    mine.at('2026-03-10T23:59:00Z')
    const late = await operate(
      'rates aleo --amount 2',
      once(async () => mine.at('2026-03-11T04:00:00Z')),
    )
    expect(late).toMatchObject({ code: 3, err: expect.stringContaining('2026-03-10 is over') })
    await mine.settle()
    expect(await mine.aleo()).toMatchObject({ total: '0.004096' })
    expect(await breaches()).toEqual([])
  })

  test('sets a fee from the answer on', async () => {
    await fundUser(mine.world, mine.user, { ALEO: '50' })
    const { _id: walletId, walletAddress } = await walletOf(mine.user)
    const money = { amount: '4', fee: '0.05', paymentPassword: payment }
    const request = { walletId, walletAddress, ...money, requestId: randomUUID() }
    const set = await operate(
      'fees ALEO/ALEO --amount 0.1',
      once(async () => {
        mine.world.clock.advance(360)
        await mine.user.call(requestWithdrawal, request)
      }),
    )
    expect(set.code).toBe(0)
    mine.world.clock.advance(360)
    expect(await breaches()).toEqual([])
  })
})
