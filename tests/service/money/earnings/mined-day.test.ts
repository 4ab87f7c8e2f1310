import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { currencyOverview, dailyIncome, earningsByDay, earningsOverview } from '#lib/contract/earnings.ts'
import { NOON } from '#world/clock.ts'
import { type MiningWorld, openMiningWorld } from '#world/mining-world.ts'

let mine: MiningWorld

beforeEach(async () => {
  mine = await openMiningWorld()
})
afterEach(() => mine.world.close())

describe('a mined day', () => {
  test('is an estimate, then frozen, then withdrawable, each amount in one place', async () => {
    await mine.mined(3)
    expect(await mine.aleo()).toMatchObject({
      minedToday: '0.012288',
      cloudToday: '0',
      frozen: '0',
      balance: '0',
      total: '0',
      yesterday: '0',
    })

    mine.at('2026-03-11T03:59:59Z')
    await mine.settle()
    expect(await mine.aleo()).toMatchObject({
      minedToday: '0',
      settling: '0.012288',
      frozen: '0',
      total: '0',
      yesterday: null,
    })

    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    const releaseAt = Date.parse('2026-03-12T00:00:00Z') / 1000
    expect(await mine.aleo()).toMatchObject({
      settling: '0',
      frozen: '0.012288',
      releases: [{ amount: '0.012288', releaseAt }],
      balance: '0',
      total: '0.012288',
      yesterday: '0.012288',
    })

    mine.at('2026-03-11T23:59:59.999Z')
    await mine.release()
    expect(await mine.aleo()).toMatchObject({ frozen: '0.012288', balance: '0' })
    mine.at('2026-03-12T00:00:00Z')
    await mine.release()
    expect(await mine.aleo()).toMatchObject({ frozen: '0', releases: [], balance: '0.012288', withdrawn: '0' })
  })

  test('belongs to the UTC day in which each share was verified, however its devices are named later', async () => {
    mine.at('2026-03-10T23:59:50Z')
    await mine.mined(1)
    mine.at('2026-03-11T00:00:10Z')
    await mine.mined(2)
    mine.at('2026-03-12T04:00:00Z')
    await mine.settle()
    const { records, total } = await mine.user.call(earningsByDay, { page: 1 })
    expect(total).toBe(2)
    expect(records.map(({ time, amount }) => [new Date(time * 1000).toISOString().slice(0, 10), amount])).toEqual([
      ['2026-03-11', '0.008192'],
      ['2026-03-10', '0.004096'],
    ])
  })

  test('is paid by the rate of that day, not by one set later', async () => {
    await mine.mined(1)
    await mine.world.query(`insert into rates values ('aleo', 'ALEO', '2026-03-11', 0, now())`)
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    expect(await mine.aleo()).toMatchObject({ total: '0.004096' })
  })

  test('pays an unbound device for what it mined', async () => {
    await mine.mined(1)
    await mine.world.query('update devices set unbound_at = $1', [new Date(NOON)])
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    expect(await mine.aleo()).toMatchObject({ total: '0.004096' })
  })

  test('has no predecessor: days without any work are settled with nothing', async () => {
    const shown = async () => {
      const range = { startDate: '2026-03-08', endDate: '2026-03-11' }
      const { settledDay } = await mine.user.call(earningsOverview, {})
      const { yesterday } = await mine.user.call(currencyOverview, { currencyCode: 'ALEO' })
      const { days } = await mine.user.call(dailyIncome, range)
      return [settledDay, yesterday, days.map(({ settled }) => settled)]
    }
    expect(await shown()).toEqual(['2026-03-09', '0', [true, true, false, false]])
    await mine.mined(1)
    expect(await shown()).toEqual(['2026-03-09', '0', [true, true, false, false]])
    mine.at('2026-03-11T03:59:59Z')
    expect(await shown()).toEqual(['2026-03-09', null, [true, true, false, false]])
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    expect(await shown()).toEqual(['2026-03-10', '0.004096', [true, true, true, false]])
  })

  test('is settled from the time that is set', async () => {
    await mine.world.close()
    mine = await openMiningWorld({ SETTLEMENT_TIME: '06:30' })
    await mine.mined(1)
    mine.at('2026-03-11T06:29:59Z')
    await mine.settle()
    expect((await mine.user.call(earningsOverview, {})).settledDay).toBe('2026-03-09')
    mine.at('2026-03-11T06:30:00Z')
    await mine.settle()
    const { settledDay, settlementAt } = await mine.user.call(earningsOverview, {})
    expect([settledDay, settlementAt]).toEqual(['2026-03-10', Date.parse('2026-03-12T06:30:00Z') / 1000])
  })
})
