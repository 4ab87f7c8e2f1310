import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dailyIncome, earningList, earningStatus, earningsByDay, earningsOverview } from '#lib/contract/earnings.ts'
import { moneyChecks } from '#service/features/checks.ts'
import { releaseDue } from '#service/features/earnings/release.ts'
import { settle } from '#service/features/earnings/settle.ts'
import { verifyMoney } from '#service/ledger/verify.ts'
import { NOON } from '#world/clock.ts'
import type { Device } from '#world/device.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let device: Device

beforeEach(async () => {
  world = await createWorld()
  user = await world.user()
  device = await world.device(user)
  // A share of 4,096 units of work brings 4,096 smallest units of ALEO, and nothing of the others.
  await world.query(`update rates set per_tera = case when coin = 'ALEO' then 1000000000000 else 0 end`)
  await world.query(`update projects set active = project = 'aleo'`)
})
afterEach(() => world.close())

const run = () => settle(world.running.ctx)
const free = () => releaseDue(world.running.ctx.db, { now: world.clock.now() })
const at = (time: string) => world.clock.set(time)
const aleo = async (of = user) =>
  (await of.call(earningsOverview, {})).coins.find((coin) => coin.currencyCode === 'ALEO')
const ledger = () => world.query('select * from transfers order by sequence')
/** Mines shares of 4,096 units each, and looks at the page, which keeps the session alive. */
const mined = async (shares: number, of = device) => {
  await of.ease()
  await world.query('delete from works where device_id = $1', [of.id])
  const { accepted } = await of.mine(shares)
  expect(accepted).toBe(shares)
  await aleo()
}

describe('a mined day', () => {
  test('is an estimate, then frozen, then withdrawable, each amount in one place', async () => {
    await mined(3)
    expect(await aleo()).toMatchObject({
      minedToday: '0.012288',
      frozen: '0',
      balance: '0',
      total: '0',
      yesterday: null,
    })

    at('2026-03-11T03:59:59Z')
    await run()
    expect(await aleo()).toMatchObject({
      minedToday: '0',
      settling: '0.012288',
      frozen: '0',
      total: '0',
      yesterday: null,
    })

    at('2026-03-11T04:00:00Z')
    await run()
    const releaseAt = Date.parse('2026-03-12T00:00:00Z') / 1000
    expect(await aleo()).toMatchObject({
      settling: '0',
      frozen: '0.012288',
      releases: [{ amount: '0.012288', releaseAt }],
      balance: '0',
      total: '0.012288',
      yesterday: '0.012288',
    })

    at('2026-03-11T23:59:59.999Z')
    await free()
    expect(await aleo()).toMatchObject({ frozen: '0.012288', balance: '0' })
    at('2026-03-12T00:00:00Z')
    await free()
    expect(await aleo()).toMatchObject({ frozen: '0', releases: [], balance: '0.012288', withdrawn: '0' })
  })

  test('belongs to the UTC day in which each share was verified, however its devices are named later', async () => {
    at('2026-03-10T23:59:50Z')
    await mined(1)
    at('2026-03-11T00:00:10Z')
    await mined(2)
    at('2026-03-12T04:00:00Z')
    await run()
    const { records, total } = await user.call(earningsByDay, { page: 1 })
    expect(total).toBe(2)
    expect(records.map(({ time, amount }) => [new Date(time * 1000).toISOString().slice(0, 10), amount])).toEqual([
      ['2026-03-11', '0.008192'],
      ['2026-03-10', '0.004096'],
    ])
  })

  test('is paid by the rate of that day, not by one set later', async () => {
    await mined(1)
    await world.query(`insert into rates values ('aleo', 'ALEO', '2026-03-11', 0, now())`)
    at('2026-03-11T04:00:00Z')
    await run()
    expect(await aleo()).toMatchObject({ total: '0.004096' })
  })

  test('pays an unbound device for what it mined', async () => {
    await mined(1)
    await world.query('update devices set unbound_at = $1', [new Date(NOON)])
    at('2026-03-11T04:00:00Z')
    await run()
    expect(await aleo()).toMatchObject({ total: '0.004096' })
  })
})

describe('settlement', () => {
  /** Three days of two devices, then a day in which nothing ran, and no settlement at all. */
  async function threeDays() {
    const second = await world.device(user, { name: 'Attic PC' })
    for (const day of [10, 11, 12]) {
      at(`2026-03-${day}T12:00:00Z`)
      await mined(day - 8)
      await mined(1, second)
    }
    at('2026-03-14T05:00:00Z')
  }

  test('writes the same ledger when it runs once, twice, and five times at once', async () => {
    await threeDays()
    // The first day was begun before: its row is there, and those who come together have to take turns on it.
    await world.query(`insert into settlements values ('2026-03-10', now(), '', 0, null)`)
    await world.warmUp()
    await Promise.all(Array.from({ length: 5 }, run))
    const once = await ledger()
    expect(once).toHaveLength(3)
    await run()
    expect(await ledger()).toEqual(once)
    expect(await aleo()).toMatchObject({ total: '0.049152' })
    const days = await world.query<{ day: string; earnings: number }>(
      'select day, earnings from settlements order by day',
    )
    expect(days.map(({ earnings }) => earnings)).toEqual([2, 2, 2, 0])
  })

  test('catches up with missed days, frees what is long due, and freezes what is not', async () => {
    await threeDays()
    at('2026-03-13T05:00:00Z')
    await run()
    await free()
    expect(await aleo()).toMatchObject({ total: '0.049152', frozen: '0.02048', balance: '0.028672' })
  })

  test('goes on where it was interrupted: no user is left out and none is paid twice', async () => {
    const others = [await world.user(), await world.user()]
    await mined(1)
    for (const other of others) await mined(2, await world.device(other))
    at('2026-03-11T04:00:00Z')
    // As if it had been killed after the first user of the day: the cursor stands, the rest is open.
    const first = [user, ...others].map(({ info }) => info.id).sort()[0] ?? ''
    const { db } = world.running.ctx
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('settlements')
        .values({ day: '2026-03-10', begun_at: new Date(), last_user: first, earnings: 0, ended_at: null })
        .execute()
    })
    await run()
    const paid = await world.query<{ user_id: string }>('select distinct user_id from earnings order by user_id')
    expect(paid.map(({ user_id }) => user_id)).toEqual(
      [user, ...others]
        .map(({ info }) => info.id)
        .sort()
        .slice(1),
    )
    // That first user's work was not paid by anybody, and the checks say so.
    const { breaches } = await verifyMoney(db, moneyChecks, world.clock.now())
    expect(breaches.map(({ id, rows }) => [id, rows.length])).toEqual([['V18a', 1]])
    await world.query('delete from device_hours using devices where device_id = devices.id and user_id = $1', [first])
  })

  test('leaves no trace of a batch that failed half way', async () => {
    await mined(1)
    at('2026-03-11T04:00:00Z')
    await world.query(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'cut'; end $$`,
    )
    for (const table of ['earnings', 'transfers', 'entries', 'ledger_accounts', 'settlements']) {
      await world.query(`create trigger cut before insert or update on ${table} for each row execute function fail()`)
      await expect(run()).rejects.toThrow('cut')
      await world.query(`drop trigger cut on ${table}`)
      expect(await ledger()).toEqual([])
      expect(await world.query('select * from earnings')).toEqual([])
    }
    await run()
    expect(await aleo()).toMatchObject({ total: '0.004096' })
  })

  test.each([
    ['an hour on', 3600, 1],
    ['an hour back', -3600, 1],
    ['a day back', -86_400, 1],
    ['three days on', 3 * 86_400, 2],
  ])('I3 is done once, and nothing is freed early, when the clock is %s for a while', async (_, seconds, transfers) => {
    await mined(1)
    at('2026-03-11T04:00:00Z')
    await run()
    world.clock.advance(seconds)
    await Promise.all([run(), free(), run(), free()])
    expect(await ledger()).toHaveLength(transfers)
    const release = (await world.query<{ released_at: Date | null }>('select released_at from earnings'))[0]
      ?.released_at
    if (release) expect(release.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-03-12T00:00:00Z'))
    at('2026-03-11T04:00:01Z')
    await Promise.all([run(), free()])
    expect(await ledger()).toHaveLength(transfers)
    at('2026-03-12T00:00:00Z')
    await free()
    expect(await ledger()).toHaveLength(2)
    expect(await aleo()).toMatchObject({ total: '0.004096', frozen: '0', balance: '0.004096' })
  })

  test('I3 pays what was mined on days that a clock ahead of its time had closed, and raises an alarm', async () => {
    await mined(1)
    at('2026-03-13T04:00:00Z')
    await run()
    expect(await aleo()).toMatchObject({ total: '0.004096', minedToday: '0' })
    // The clock is right again: the 10th goes on, and the 11th begins.
    at('2026-03-10T13:00:00Z')
    await run()
    expect((await user.call(earningsOverview, {})).settledDay).toBeNull()
    await mined(2)
    expect(await aleo()).toMatchObject({ total: '0.004096', minedToday: '0.008192' })
    at('2026-03-11T12:00:00Z')
    await mined(4)
    at('2026-03-12T04:00:00Z')
    await Promise.all([run(), run(), run()])
    expect(await aleo()).toMatchObject({ total: '0.028672', minedToday: '0', settling: '0' })
    const parts = await world.query<{ day: string; part: number; amount: string }>(
      'select day, part, amount from earnings order by day, part',
    )
    expect(parts.map(({ part, amount }) => [part, amount])).toEqual([
      [0, '4096'],
      [1, '8192'],
      [1, '16384'],
    ])
    at('2026-03-13T00:00:00Z')
    await free()
    await run()
    expect(await aleo()).toMatchObject({ frozen: '0', balance: '0.028672' })
    const days = await user.call(dailyIncome, { startDate: '2026-03-10', endDate: '2026-03-11' })
    expect(days.total).toEqual([{ currencyCode: 'ALEO', amount: '0.028672' }])
    expect(await world.query('select name from alarms')).toEqual([{ name: 'settled-early/2026-03-10' }])
  })

  test('I3 pays everybody for a day that a clock ahead of its time had settled in part', async () => {
    const other = await world.user()
    const devices = [device, await world.device(other)]
    for (const one of devices) await mined(1, one)
    at('2026-03-11T04:00:00Z')
    const last = [user.info.id, other.info.id].sort()[1]
    await world.query(`alter table earnings add constraint cut check (user_id <> '${last}')`)
    await expect(settle(world.running.ctx, 1)).rejects.toThrow('cut')
    await world.query('alter table earnings drop constraint cut')
    at('2026-03-10T13:00:00Z')
    await run()
    for (const one of devices) await mined(2, one)
    at('2026-03-11T04:00:00Z')
    await run()
    for (const one of [user, other]) expect(await aleo(one)).toMatchObject({ total: '0.012288' })
  })

  test('neither settles nor frees again when the clock goes back, nor early when it jumps', async () => {
    await mined(1)
    at('2026-03-11T04:00:00Z')
    await run()
    const settled = await ledger()
    at('2026-03-10T23:00:00Z')
    await run()
    await free()
    expect(await ledger()).toEqual(settled)
    at('2026-03-14T00:00:00Z')
    await Promise.all([free(), free(), free()])
    expect(await ledger()).toHaveLength(2)
  })
})

test('a settlement begins when it is set to', async () => {
  await world.close()
  world = await createWorld({ settings: { SETTLEMENT_TIME: '06:30' } })
  const own = await world.user()
  await (await world.device(own)).mine(1)
  at('2026-03-11T06:29:59Z')
  await run()
  expect((await own.call(earningsOverview, {})).settledDay).toBeNull()
  at('2026-03-11T06:30:00Z')
  await run()
  const { settledDay, settlementAt } = await own.call(earningsOverview, {})
  expect([settledDay, settlementAt]).toEqual(['2026-03-10', Date.parse('2026-03-12T06:30:00Z') / 1000])
})

describe('calls', () => {
  test('list by status, coin, type and time, twenty a page', async () => {
    const second = await world.device(user, { name: 'Attic PC' })
    for (let day = 11; day <= 22; day += 1) {
      at(`2026-03-${day}T12:00:00Z`)
      await mined(1)
      await mined(1, second)
    }
    at('2026-03-23T04:00:00Z')
    await run()
    await free()
    const first = await user.call(earningList, { page: 1 })
    expect([first.records.length, first.total]).toEqual([20, 24])
    const { records } = await user.call(earningList, { page: 2 })
    expect(records).toHaveLength(4)
    expect(records.at(-1)).toMatchObject({
      type: 0,
      amount: '0.004096',
      time: Date.parse('2026-03-11T00:00:00Z') / 1000,
    })
    expect(new Set(first.records.map(({ source }) => source.name))).toEqual(new Set(['Study PC', 'Attic PC']))
    const frozen = await user.call(earningList, { page: 1, status: earningStatus.frozen })
    const today = Date.parse('2026-03-22T00:00:00Z') / 1000
    expect(frozen.records.map(({ time }) => time)).toEqual([today, today])
    expect((await user.call(earningList, { page: 1, currencyCode: 'GRASS' })).total).toBe(0)
    expect((await user.call(earningList, { page: 1, type: 1 })).total).toBe(0)
    const [startTime, endTime] = ['2026-03-15T10:00:00Z', '2026-03-17T00:00:00Z'].map((time) => Date.parse(time) / 1000)
    expect((await user.call(earningList, { page: 1, startTime, endTime })).total).toBe(6)
    const largest = await user.call(earningsByDay, { page: 1, sortField: 'amount', sort: 'asc', size: 5 })
    expect([largest.records.length, largest.total]).toEqual([5, 12])
  })

  test('tell each day of a range, what came before it, and what each device earned', async () => {
    const second = await world.device(user, { name: 'Attic PC' })
    at('2026-03-10T12:00:00Z')
    await mined(5)
    at('2026-03-11T12:00:00Z')
    await mined(1)
    await mined(2, second)
    at('2026-03-12T04:00:00Z')
    await run()
    await free()
    const told = await user.call(dailyIncome, { startDate: '2026-03-11', endDate: '2026-03-12' })
    const coin = (amount: string) => ({ currencyCode: 'ALEO', amount })
    expect(told.days).toEqual([
      { date: '2026-03-11', settled: true, coins: [{ ...coin('0.012288'), frozen: '0.012288' }] },
      { date: '2026-03-12', settled: false, coins: [] },
    ])
    expect([told.total, told.previous]).toEqual([[coin('0.012288')], [coin('0.02048')]])
    expect(told.devices).toEqual([
      { id: second.id, name: 'Attic PC', coins: [coin('0.008192')] },
      { id: device.id, name: 'Study PC', coins: [coin('0.004096')] },
    ])
  })

  test('refuse a range that is too long, reversed, or no range of days', async () => {
    const ask = (startDate: string, endDate: string) => user.call(dailyIncome, { startDate, endDate })
    await expect(ask('2026-03-01', '2026-03-16')).rejects.toMatchObject({ reason: 'RANGE_TOO_LONG' })
    await expect(ask('2026-03-02', '2026-03-01')).rejects.toMatchObject({ reason: 'RANGE_REVERSED' })
    expect((await ask('2026-03-01', '2026-03-15')).days).toHaveLength(15)
    const raw = await world.post(
      '/api/user-income-detail/get-daily-income',
      { q: await world.sealed({ startDate: '2026-02-30', endDate: '2026-03-01' }) },
      { token: user.token },
    )
    expect(raw.body).toMatchObject({ code: 4002, data: { field: 'startDate' } })
  })

  test('show nothing of somebody else', async () => {
    await mined(2)
    at('2026-03-11T04:00:00Z')
    await run()
    const other = await world.user()
    expect((await other.call(earningsOverview, {})).coins).toEqual([])
    expect((await other.call(earningList, { page: 1 })).total).toBe(0)
    expect((await other.call(earningsByDay, { page: 1 })).total).toBe(0)
  })
})
