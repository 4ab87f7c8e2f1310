import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dailyIncome, earningsOverview } from '#lib/contract/earnings.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { type MiningWorld, openMiningWorld } from '#world/mining-world.ts'

let mine: MiningWorld

beforeEach(async () => {
  mine = await openMiningWorld()
})
afterEach(() => mine.world.close())

describe('I3 settlement under a clock that is wrong for a while', () => {
  test.each([
    ['an hour on', 3600, 1],
    ['an hour back', -3600, 1],
    ['a day back', -86_400, 1],
    ['three days on', 3 * 86_400, 2],
  ])('is done once, and nothing is released early, when the clock is %s for a while', async (_, seconds, transfers) => {
    await mine.mined(1)
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    mine.world.clock.advance(seconds)
    await Promise.all([mine.settle(), mine.release(), mine.settle(), mine.release()])
    expect(await mine.ledger()).toHaveLength(transfers)
    const release = (await mine.world.query<{ released_at: Date | null }>('select released_at from earnings'))[0]
      ?.released_at
    if (release) expect(release.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-03-12T00:00:00Z'))
    mine.at('2026-03-11T04:00:01Z')
    await Promise.all([mine.settle(), mine.release()])
    expect(await mine.ledger()).toHaveLength(transfers)
    mine.at('2026-03-12T00:00:00Z')
    await mine.release()
    expect(await mine.ledger()).toHaveLength(2)
    expect(await mine.aleo()).toMatchObject({ total: '0.004096', frozen: '0', balance: '0.004096' })
  })

  test('pays what was mined on days that a clock ahead of its time had closed, and raises an alarm', async () => {
    await mine.mined(1)
    mine.at('2026-03-13T04:00:00Z')
    await mine.settle()
    expect(await mine.aleo()).toMatchObject({ total: '0.004096', minedToday: '0' })
    // The clock is right again: the 10th continues, and the 11th begins.
    mine.at('2026-03-10T13:00:00Z')
    await mine.settle()
    expect((await mine.user.call(earningsOverview, {})).settledDay).toBe('2026-03-09')
    await mine.mined(2)
    expect(await mine.aleo()).toMatchObject({ total: '0.004096', minedToday: '0.008192' })
    mine.at('2026-03-11T12:00:00Z')
    await mine.mined(4)
    mine.at('2026-03-12T04:00:00Z')
    await Promise.all([mine.settle(), mine.settle(), mine.settle()])
    expect(await mine.aleo()).toMatchObject({ total: '0.028672', minedToday: '0', settling: '0' })
    const parts = await mine.world.query<{ day: string; part: number; amount: bigint }>(
      'select day, part, amount from earnings order by day, part',
    )
    expect(parts.map(({ part, amount }) => [part, amount])).toEqual([
      [0, 4_096n],
      [1, 8_192n],
      [1, 16_384n],
    ])
    mine.at('2026-03-13T00:00:00Z')
    await mine.release()
    await mine.settle()
    expect(await mine.aleo()).toMatchObject({ frozen: '0', balance: '0.028672' })
    const days = await mine.user.call(dailyIncome, { startDate: '2026-03-10', endDate: '2026-03-11' })
    expect(days.total).toEqual([{ currencyCode: 'ALEO', amount: '0.028672' }])
    expect(await mine.world.query('select name from alarms')).toEqual([{ name: 'settled-early/2026-03-10' }])
  })

  test('pays everybody for a day that a clock ahead of its time had settled in part', async () => {
    const other = await mine.world.user()
    const devices = [mine.device, await mine.world.device(other)]
    for (const one of devices) await mine.mined(1, one)
    mine.at('2026-03-11T04:00:00Z')
    const last = [mine.user.info.id, other.info.id].sort()[1]
    await mine.world.query(`alter table earnings add constraint cut check (user_id <> '${last}')`)
    await expect(mine.settle(1)).rejects.toThrow('cut')
    await mine.world.query('alter table earnings drop constraint cut')
    mine.at('2026-03-10T13:00:00Z')
    await mine.settle()
    for (const one of devices) await mine.mined(2, one)
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    for (const one of [mine.user, other]) expect(await mine.aleo(one)).toMatchObject({ total: '0.012288' })
  })

  test('pays what was mined after the last early settlement, once the day is over', async () => {
    await mine.mined(1)
    const { ctx } = mine.world.running
    mine.at('2026-03-10T23:51:00Z')
    await settle({ ...ctx, clock: { now: () => mine.world.clock.now() + 5 * 3_600_000 } })
    expect(await mine.aleo()).toMatchObject({ total: '0.004096' })
    await mine.mined(2)
    mine.at('2026-03-11T00:01:00Z')
    await mine.settle()
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    expect(await mine.aleo()).toMatchObject({ total: '0.012288' })
    await mine.settle()
    expect(await mine.world.query('select name from alarms')).toEqual([{ name: 'settled-early/2026-03-10' }])
  })

  test('neither settles nor releases again when the clock goes back, nor early when it jumps', async () => {
    await mine.mined(1)
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    const settled = await mine.ledger()
    mine.at('2026-03-10T23:00:00Z')
    await mine.settle()
    await mine.release()
    expect(await mine.ledger()).toEqual(settled)
    mine.at('2026-03-14T00:00:00Z')
    await Promise.all([mine.release(), mine.release(), mine.release()])
    expect(await mine.ledger()).toHaveLength(2)
  })
})
