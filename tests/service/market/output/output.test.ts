import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { recharge } from '#lib/contract/balance.ts'
import { earningList } from '#lib/contract/earning-list.ts'
import { currencyOverview, dailyIncome, earningsByDay, earningsOverview } from '#lib/contract/earnings.ts'
import { planDetail } from '#lib/contract/market.ts'
import { sharedWatchRead } from '#lib/contract/shared-watch.ts'
import * as contract from '#lib/contract/watcher.ts'
import { releaseDue } from '#service/money/earnings/release.ts'
import { settle } from '#service/money/earnings/settle.ts'
import { pay } from '#world/arrivals.ts'
import { buy, createMarket, orderOf, PLAN } from '#world/market.ts'
import { createOperator, type Operator } from '#world/operator.ts'
import type { User } from '#world/visitor.ts'
import type { World } from '#world/world.ts'

let world: World
let user: User
let operator: Operator
beforeEach(async () => {
  world = await createMarket()
  user = await world.user()
  operator = createOperator(world)
  await world.query(`update plans set days = 3, preparation_hours = 6 where id = $1`, [PLAN])
})
afterEach(() => world.close())

/** A paid order of two units, 100 GH/s: it runs from 18:00 of the 10th for three days. */
async function paid() {
  const order = await buy(user, { quantity: 2 })
  await pay(world, order)
  return order
}
const settleAt = async (time: string) => {
  world.clock.set(time)
  await settle(world.running.ctx)
}
const operate = async (line: string) => (await operator(`${line} --yes`)).err
const earned = async () =>
  (await user.call(earningList, { page: 1, type: 1 })).records.map(({ amount, source }) => [
    amount,
    source.kind === 'order' && source.name,
  ])
const watched = async (runningStatus: contract.WatchedOrder['run']['runningStatus'][] = []) =>
  (await user.call(contract.watcher, { runningStatus })).list

test('an order runs by the clock, and its days are settled like those of a device', async () => {
  const order = await paid()
  const status = async () => (await watched())[0]?.run.runningStatus
  expect(await status()).toBe('preparing')
  world.clock.set('2026-03-10T18:00:00Z')
  expect(await status()).toBe('running')
  // 100 GH/s × 0.20053 in a day, and a quarter of the first one.
  await settleAt('2026-03-11T04:00:00Z')
  expect(await earned()).toEqual([['5.01325', 'Quarter']])
  expect((await user.call(earningsOverview, {})).coins[0]).toMatchObject({
    frozen: '5.01325',
    minedToday: '3.342166',
    cloudToday: '3.342166',
  })
  for (const day of [12, 13, 14]) {
    await settleAt(`2026-03-${day}T04:00:00Z`)
    await releaseDue(world.running.ctx.db, { now: world.clock.now() })
    expect(await status()).toBe(day === 14 ? 'ended' : 'running')
  }
  expect((await earned()).map(([amount]) => amount)).toEqual(['15.03975', '20.053', '20.053', '5.01325'])
  expect((await user.call(earningsOverview, {})).coins[0]).toMatchObject({ total: '60.159', balance: '45.11925' })
  expect(await watched()).toMatchObject([
    {
      ...{ orderNo: order.orderNo, output: '60.159', estimatedSoFar: '60.159', estimatedOutput: '60.159', daysLeft: 0 },
      // 60.159 ALEO at 0.25 USDT, of 376 USDT.
      realisedPercent: 3.9,
      run: { runningStatus: 'ended' },
    },
  ])
  const { finished } = await user.call(planDetail, { id: PLAN })
  expect(finished).toEqual({ orders: 1, perUnit: '30.0795', percent: 100 })
})

test('an earning names its order in both languages, in the list and by source', async () => {
  const order = await paid()
  await settleAt('2026-03-11T04:00:00Z')
  const source = { kind: 'order', id: order.orderNo, name: order.title, nameZh: order.titleZh }
  expect(order.titleZh).toMatch(/\p{Script=Han}/u)
  expect((await user.call(earningList, { page: 1 })).records).toMatchObject([{ type: 1, source }])
  const days = { startDate: '2026-03-10', endDate: '2026-03-11', type: 1 } as const
  expect((await user.call(dailyIncome, days)).sources).toEqual([
    { source, coins: [{ currencyCode: 'ALEO', amount: '5.01325' }] },
  ])
})

test('earnings of a type are filtered by that type', async () => {
  await paid()
  await settleAt('2026-03-11T04:00:00Z')
  const ask = (type: 0 | 1) => user.call(currencyOverview, { currencyCode: 'ALEO', type })
  expect([(await ask(0)).total, (await ask(1)).total]).toEqual(['0', '5.01325'])
  const days = (type: 0 | 1) => user.call(earningsByDay, { page: 1, type })
  expect([(await days(0)).total, (await days(1)).records.map(({ amount }) => amount)]).toEqual([0, ['5.01325']])
})

test('an account has a history from its first order or recharge on', async () => {
  const hasHistory = async (of: User) => (await of.call(earningsOverview, {})).hasHistory
  const [buyer, payer] = [await world.user(), await world.user()]
  expect([await hasHistory(buyer), await hasHistory(payer)]).toEqual([false, false])
  await buy(buyer)
  await payer.call(recharge, { amount: '10', network: 'ETHEREUM', requestId: randomUUID() })
  expect([await hasHistory(buyer), await hasHistory(payer)]).toEqual([true, true])
})

describe('downtime of a farm', () => {
  test('reduces the output of a day, extends the order by as much, and is shown', async () => {
    const order = await paid()
    world.clock.set('2026-03-11T12:00:00Z')
    expect(await operate('farms north --uptime 75')).toBe('')
    expect(await orderOf(user, order)).toMatchObject({
      run: { endsAt: Date.parse('2026-03-14T00:00:00Z') / 1000, extended: [{ day: '2026-03-11', seconds: 21_600 }] },
    })
    await settleAt('2026-03-13T04:00:00Z')
    await settleAt('2026-03-14T04:00:00Z')
    await releaseDue(world.running.ctx.db, { now: world.clock.now() })
    expect((await earned()).map(([amount]) => amount)).toEqual(['20.053', '20.053', '15.03975', '5.01325'])
    const { coins } = await user.call(contract.watcherDays, { type: 1, startDate: '2026-03-10', endDate: '2026-03-11' })
    expect(coins).toEqual([
      {
        currencyCode: 'ALEO',
        days: [
          { date: '2026-03-10', amount: '5.01325', estimate: '5.01325', uptime: 100 },
          { date: '2026-03-11', amount: '15.03975', estimate: '20.053', uptime: 75 },
        ],
      },
    ])
  })

  test('of a settled day cannot be changed, and invalid input is refused', async () => {
    await paid()
    await settleAt('2026-03-12T04:00:00Z')
    expect(await operate('farms north --day 2026-03-11 --uptime 50')).toContain('has begun or is done')
    expect(await operate('farms moon --uptime 50')).toContain('no farm "moon"')
    expect(await operate('farms north --uptime 101')).toContain('from 0 to 100')
    expect(await operate('farms north')).toContain('--uptime PERCENT')
    expect((await operator('farms')).out).toContain('since 2026-02-26')
    expect(await earned()).toHaveLength(2)
  })
})

test('a rate holds from its day on', async () => {
  await paid()
  await operate('cloud-rates aleo --amount 0.1 --from 2026-03-12')
  await settleAt('2026-03-13T04:00:00Z')
  expect((await earned()).map(([amount]) => amount)).toEqual(['10', '20.053', '5.01325'])
})

test('settling twice, or at once, credits once', async () => {
  await paid()
  world.clock.set('2026-03-12T04:00:00Z')
  await Promise.all([1, 2, 3].map(() => settle(world.running.ctx)))
  await settle(world.running.ctx)
  expect(await earned()).toHaveLength(2)
})

test('the watcher filters by running status, and sums up its line', async () => {
  await paid()
  world.clock.set('2026-03-10T12:30:00Z')
  await pay(world, await buy(user))
  expect((await watched(['ready', 'preparing'])).map(({ run }) => run.runningStatus)).toEqual(['ready', 'preparing'])
  expect(await watched(['running', 'ended'])).toEqual([])
  world.clock.set('2026-03-11T04:00:00Z')
  await settle(world.running.ctx)
  const { lines } = await user.call(contract.watcherView, {})
  expect(lines).toMatchObject([
    {
      ...{ type: 1, ready: 0, preparing: 0, running: 2, ended: 0 },
      hashrates: [{ currencyCode: 'ALEO', amount: '150' }],
      yesterday: [{ currencyCode: 'ALEO' }],
    },
    { type: 2, running: 0, hashrates: [], output: [] },
  ])
})

test('hash rates and output of several coins are listed separately', async () => {
  await paid()
  await pay(world, await buy(user, { productId: 'grass-80-90' }))
  await settleAt('2026-03-11T04:00:00Z')
  await settleAt('2026-03-12T04:00:00Z')
  await releaseDue(world.running.ctx.db, { now: world.clock.now() })
  expect((await user.call(contract.watcherView, {})).lines[0]).toMatchObject({
    running: 2,
    hashrates: [
      { currencyCode: 'ALEO', amount: '100' },
      { currencyCode: 'GRASS', amount: '80' },
    ],
    yesterday: [{ currencyCode: 'ALEO' }, { currencyCode: 'GRASS' }],
  })
})

test('a link shows output and no account, until it is revoked or replaced', async () => {
  await paid()
  await settleAt('2026-03-11T04:00:00Z')
  expect(await user.call(contract.watchLink, {})).toEqual({ since: null })
  const { secret, since } = await user.call(contract.createWatchLink, {})
  expect(await user.call(contract.watchLink, {})).toEqual({ since })
  const readStatus = async (secret: string) => {
    const reply = await fetch(`${world.address}/api${sharedWatchRead.path}?secret=${secret}`)
    return v.parse(sharedWatchRead.reply, await reply.json())
  }
  const shown = await readStatus(secret)
  expect(shown?.lines[0]).toMatchObject({ running: 1, hashrates: [{ currencyCode: 'ALEO', amount: '100' }] })
  expect(shown?.coins[0]?.days).toHaveLength(14)
  expect(JSON.stringify(shown)).not.toMatch(/CM[0-9A-Z]{14}|@|0x|376/)
  const other = await user.call(contract.createWatchLink, {})
  expect(await readStatus(secret)).toBeNull()
  await user.call(contract.revokeWatchLink, {})
  expect(await readStatus(other.secret)).toBeNull()
  expect(await readStatus('')).toBeNull()
  expect(await user.call(contract.watchLink, {})).toEqual({ since: null })
})

test('a range, and an order of somebody else, are refused', async () => {
  const order = await paid()
  const other = await world.user()
  const days = { type: 1, startDate: '2026-03-01', endDate: '2026-03-10' } as const
  await expect(other.call(contract.watcherDays, { ...days, orderNo: order.orderNo })).rejects.toMatchObject({
    reason: 'ORDER_UNKNOWN',
  })
  await expect(user.call(contract.watcherDays, { ...days, startDate: '2026-02-01' })).rejects.toMatchObject({
    reason: 'RANGE_TOO_LONG',
  })
})
