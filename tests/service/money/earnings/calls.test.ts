import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unbindMachine } from '#lib/contract/devices.ts'
import { earningList } from '#lib/contract/earning-list.ts'
import { dailyIncome, earningStatus, earningsByDay, earningsOverview } from '#lib/contract/earnings.ts'
import { type MiningWorld, openMiningWorld } from '#world/mining-world.ts'

let mine: MiningWorld

beforeEach(async () => {
  mine = await openMiningWorld()
})
afterEach(() => mine.world.close())

describe('calls about earnings', () => {
  test('list by status, coin, type and time, twenty a page', async () => {
    const second = await mine.world.device(mine.user, { name: 'Attic PC' })
    for (let day = 11; day <= 22; day += 1) {
      mine.at(`2026-03-${day}T12:00:00Z`)
      await mine.mined(1)
      await mine.mined(1, second)
    }
    mine.at('2026-03-23T04:00:00Z')
    await mine.settle()
    await mine.release()
    const first = await mine.user.call(earningList, { page: 1 })
    expect([first.records.length, first.total]).toEqual([20, 24])
    const { records } = await mine.user.call(earningList, { page: 2 })
    expect(records).toHaveLength(4)
    expect(records.at(-1)).toMatchObject({
      type: 0,
      amount: '0.004096',
      time: Date.parse('2026-03-11T00:00:00Z') / 1000,
    })
    const names = first.records.map(({ source }) => source.kind === 'device' && source.name)
    expect(new Set(names)).toEqual(new Set(['Study PC', 'Attic PC']))
    const frozen = await mine.user.call(earningList, { page: 1, status: earningStatus.frozen })
    const today = Date.parse('2026-03-22T00:00:00Z') / 1000
    expect(frozen.records.map(({ time }) => time)).toEqual([today, today])
    expect((await mine.user.call(earningList, { page: 1, currencyCode: 'GRASS' })).total).toBe(0)
    expect((await mine.user.call(earningList, { page: 1, type: 1 })).total).toBe(0)
    const [startTime, endTime] = ['2026-03-15T10:00:00Z', '2026-03-17T00:00:00Z'].map((time) => Date.parse(time) / 1000)
    expect((await mine.user.call(earningList, { page: 1, startTime, endTime })).total).toBe(6)
    // The sums are of all that the filter selects, not of the page.
    expect([first.sums, frozen.sums]).toEqual([
      [{ currencyCode: 'ALEO', amount: '0.098304' }],
      [{ currencyCode: 'ALEO', amount: '0.008192' }],
    ])
    const ranged = await mine.user.call(earningList, { page: 2, size: 5, startTime, endTime })
    expect([ranged.records.length, ranged.sums]).toEqual([1, [{ currencyCode: 'ALEO', amount: '0.024576' }]])
    expect((await mine.user.call(earningList, { page: 1, currencyCode: 'GRASS' })).sums).toEqual([])
    const largest = await mine.user.call(earningsByDay, { page: 1, sortField: 'amount', sort: 'asc', size: 5 })
    expect([largest.records.length, largest.total]).toEqual([5, 12])
  })

  test('list each day of a range, the previous range, and the earnings of each device', async () => {
    const second = await mine.world.device(mine.user, { name: 'Attic PC' })
    mine.at('2026-03-10T12:00:00Z')
    await mine.mined(5)
    mine.at('2026-03-11T12:00:00Z')
    await mine.mined(1)
    await mine.mined(2, second)
    mine.at('2026-03-12T04:00:00Z')
    await mine.settle()
    await mine.release()
    const shown = await mine.user.call(dailyIncome, { startDate: '2026-03-11', endDate: '2026-03-12' })
    const coin = (amount: string) => ({ currencyCode: 'ALEO', amount })
    expect(shown.days).toEqual([
      { date: '2026-03-11', settled: true, coins: [{ ...coin('0.012288'), frozen: '0.012288' }] },
      { date: '2026-03-12', settled: false, coins: [] },
    ])
    expect([shown.total, shown.previous]).toEqual([[coin('0.012288')], [coin('0.02048')]])
    const sources = shown.sources.toSorted(
      (one, other) => Number(one.coins[0]?.amount) - Number(other.coins[0]?.amount),
    )
    expect(sources).toEqual([
      { source: { kind: 'device', id: mine.device.id, name: 'Study PC' }, coins: [coin('0.004096')] },
      { source: { kind: 'device', id: second.id, name: 'Attic PC' }, coins: [coin('0.008192')] },
    ])
  })

  test('refuse a range that is too long, reversed, or no range of days', async () => {
    const ask = (startDate: string, endDate: string) => mine.user.call(dailyIncome, { startDate, endDate })
    await expect(ask('2026-03-01', '2026-03-16')).rejects.toMatchObject({ reason: 'RANGE_TOO_LONG' })
    await expect(ask('2026-03-02', '2026-03-01')).rejects.toMatchObject({ reason: 'RANGE_REVERSED' })
    expect((await ask('2026-03-01', '2026-03-15')).days).toHaveLength(15)
    const raw = await mine.world.post(
      '/api/user-income-detail/get-daily-income',
      { q: await mine.world.sealed({ startDate: '2026-02-30', endDate: '2026-03-01' }) },
      { token: mine.user.token },
    )
    expect(raw.body).toMatchObject({ code: 4002, data: { field: 'startDate' } })
  })

  test('return the worth of everything settled, and that the account has a history', async () => {
    expect(await mine.user.call(earningsOverview, {})).toMatchObject({ hasHistory: true })
    await mine.mined(2)
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    // 0.008192 ALEO at 0.25 USDT.
    expect((await mine.user.call(earningsOverview, {})).userTotalIncomeAmount).toBe('0.00204800')
    await mine.user.call(unbindMachine, { id: mine.device.id })
    expect(await mine.user.call(earningsOverview, {})).toMatchObject({ hasHistory: true })
  })

  test('show nothing of another user', async () => {
    await mine.mined(2)
    mine.at('2026-03-11T04:00:00Z')
    await mine.settle()
    const other = await mine.world.user()
    expect(await other.call(earningsOverview, {})).toMatchObject({
      coins: [],
      userTotalIncomeAmount: '0.00000000',
      hasHistory: false,
    })
    expect((await other.call(earningList, { page: 1 })).total).toBe(0)
    expect((await other.call(earningsByDay, { page: 1 })).total).toBe(0)
  })
})
