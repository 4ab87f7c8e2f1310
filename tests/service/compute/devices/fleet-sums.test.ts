import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineStatistics } from '#lib/contract/device-statistics.ts'
import { unbindMachine } from '#lib/contract/devices.ts'
import { earningsByDay } from '#lib/contract/earnings.ts'
import { pointsOverview } from '#lib/contract/points.ts'
import { fromUnits, isCoin } from '#lib/money/coins.ts'
import { minedPoints } from '#lib/rules/points.ts'
import { dayAfter, dayAt } from '#lib/time/days.ts'
import { moneyChecks } from '#service/checks.ts'
import { deleteOldSums } from '#service/compute/devices/jobs.ts'
import { hoursOfBound } from '#service/compute/devices/queries.ts'
import { shownRate } from '#service/compute/devices/rules.ts'
import { lastSettledDay } from '#service/money/earnings/days.ts'
import { minedValue } from '#service/money/earnings/mined-work.ts'
import { reopen } from '#service/money/earnings/reopen.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import { up } from '#service/platform/db/migrations/057-kept-sums.ts'
import type { Device } from '#world/device.ts'
import { type MiningWorld, openMiningWorld } from '#world/mining-world.ts'
import { createRandom } from '#world/random.ts'
import * as whole from '#world/whole-history.ts'

const random = createRandom(57)
let mine: MiningWorld
let devices: Device[]
beforeAll(async () => {
  mine = await openMiningWorld()
  await mine.world.query(
    `update rates set per_tera = case coin when 'ALEO' then 3333333333 when 'GRASS' then 777777777 else 99999999999 end`,
  )
  await mine.world.query('update projects set active = true')
  devices = [mine.device]
  for (let count = 1; count < 4; count += 1) devices.push(await mine.world.device(mine.user, { name: `PC ${count}` }))
  // Work of another user is none of this one's.
  await (await mine.world.device(await mine.world.user())).mine(2)
})
afterAll(() => mine.world.close())

const db = () => mine.world.running.ctx.db
const now = () => mine.world.clock.now()
const userId = () => mine.user.info.id

/** Compares every kept figure with the whole history. */
async function compareAll() {
  const from = dayAfter(await lastSettledDay(db(), now()))
  const today = dayAt(now())
  const sortCoins = (rows: readonly { coin: string; isToday: boolean }[]) =>
    [...rows].sort((a, b) => `${a.coin}${a.isToday}`.localeCompare(`${b.coin}${b.isToday}`))
  const request = { userId: userId(), from, today }
  expect(sortCoins(await minedValue(db(), request))).toEqual(sortCoins(await whole.minedValueByScan(db(), request)))

  const range = { userId: userId(), from: Date.parse(`${today}T00:00:00Z`) - 86_400_000, to: now() + 1 }
  const byHour = (rows: { hour: number }[]) => rows.sort((a, b) => a.hour - b.hour)
  expect(byHour(await hoursOfBound(db(), range))).toEqual(byHour(await whole.hoursByScan(db(), range)))

  const bound = await whole.ratesByScan(db(), userId())
  const { total, hashrate } = await mine.user.call(machineStatistics, {})
  expect(total).toBe(bound.length)
  expect(hashrate).toBeCloseTo(
    bound.reduce((sum, device) => sum + shownRate(device, now()), 0),
    6,
  )

  const worked = await whole.workByDayByScan(db(), request)
  const points = await mine.user.call(pointsOverview, {})
  const { points: rate } = points.rate
  const before = worked.filter(({ day }) => day < today).map(({ work }) => minedPoints(work, BigInt(rate)))
  expect(points.settling).toBe(String(before.reduce((sum, one) => sum + one, 0n)))

  const days = await whole.earningDaysByScan(db(), userId())
  const listed = await mine.user.call(earningsByDay, { page: 1, size: 100 })
  expect(listed.total).toBe(days.length)
  expect(
    listed.records.map(({ currencyCode, amount, sources, status, time }) => ({
      currencyCode,
      amount,
      sources,
      status,
      time,
    })),
  ).toEqual(
    days.map(({ day, coin, amount, released, sources }) => ({
      currencyCode: coin,
      amount: isCoin(coin) ? fromUnits(amount, coin) : '',
      sources,
      status: released ? 1 : 0,
      time: Date.parse(`${day}T00:00:00Z`) / 1000,
    })),
  )
}

test('sums of days and hours are those of every device and hour, on each of six days', {
  timeout: 120_000,
}, async () => {
  for (let day = 11; day <= 16; day += 1) {
    for (let step = 0; step < 6; step += 1) {
      mine.at(`2026-03-${day}T${String(4 + 3 * step).padStart(2, '0')}:${10 + random.below(49)}:00Z`)
      for (const device of devices) {
        if (random.below(3) === 0) continue
        await device.ease()
        await device.report()
        mine.world.clock.advance(random.below(60))
        await device.mine(1 + random.below(3))
      }
      await compareAll()
    }
    if (day === 13) {
      const [gone] = devices.splice(1, 1)
      await mine.user.call(unbindMachine, { id: gone?.id ?? '' })
      await compareAll()
    }
    mine.at(`2026-03-${day + 1}T04:00:00Z`)
    // A day that stays open: what comes before it is settled later.
    if (day === 14) continue
    await mine.settle()
    await compareAll()
    if (day === 12) {
      await mine.world.query(
        `update device_hours set work = work + 4096 where hour >= '2026-03-11' and hour < '2026-03-12' and work > 0`,
      )
      await reopen(db(), '2026-03-11')
      await mine.settle()
      await compareAll()
    }
    await mine.release()
    await deleteOldSums(mine.world.running.ctx)
    await compareAll()
  }
  expect(await mine.world.query('select count(*)::int as parts from earning_sums where part > 0')).not.toEqual([
    { parts: 0 },
  ])
})

test('the rate of a device that a node of the version before served is summed from its shares', async () => {
  const [device] = devices as [Device]
  await device.report()
  mine.world.clock.advance(30)
  await device.mine(3)
  const kept = await mine.user.call(machineStatistics, {})
  expect(kept.hashrate).toBeGreaterThan(0)
  await mine.world.query(`update devices set recent_work = 1, recent_work_at = recent_work_at - interval '30 s'`)
  expect((await mine.user.call(machineStatistics, {})).hashrate).toBeCloseTo(kept.hashrate, 6)
})

test('the migration sums a history as the triggers do', async () => {
  const read = async () => [
    await mine.world.query('select user_id, hour, slot, seconds, work from user_hours order by 1, 2, 3'),
    await mine.world.query('select user_id, day, device_id, project, work::text from device_days order by 1, 2, 3, 4'),
    await mine.world.query(
      'select s.*, amount::text as amount from earning_sums as s order by user_id, day, coin, type, part, is_released',
    ),
  ]
  const kept = await read()
  for (const table of ['device_hours', 'earnings'])
    for (const event of ['insert', 'update']) {
      await sql.raw(`drop trigger sum_${table}_${event} on ${table}`).execute(db())
      await sql.raw(`drop function sum_${table}_${event}`).execute(db())
    }
  await sql`drop table user_hours, device_days, earning_sums`.execute(db())
  await sql`alter table devices drop column recent_work, drop column recent_work_at`.execute(db())
  await db()
    .transaction()
    .execute((tx) => up(tx as unknown as Kysely<unknown>))
  await deleteOldSums(mine.world.running.ctx)
  expect(await read()).toEqual(kept)
  const [device] = devices as [Device]
  await device.mine(1)
  await compareAll()
})

test('verify-money notices a sum of earnings that is wrong', async () => {
  const checks = moneyChecks.filter(({ id }) => id === 'V32')
  const verify = async () => (await verifyMoney(db(), checks, now())).breaches.map(({ id }) => id)
  expect(await verify()).toEqual([])
  await mine.world.query('update earning_sums set amount = amount + 1')
  expect(await verify()).toEqual(['V32'])
  await mine.world.query('update earning_sums set amount = amount - 1')
})
