import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { machineYear } from '#lib/contract/device-year.ts'
import { unbindMachine } from '#lib/contract/devices.ts'
import { levelsOf, unpackLevels } from '#lib/rules/year-levels.ts'
import { deleteOldSums } from '#service/compute/devices/jobs.ts'
import { up } from '#service/platform/db/migrations/061-user-days.ts'
import type { Device } from '#world/device.ts'
import { type MiningWorld, openMiningWorld } from '#world/mining-world.ts'
import type { User } from '#world/visitor.ts'

const HOUR = 3600
const FROM = Date.UTC(2026, 2, 10) / 1000

let mine: MiningWorld
let other: Device
let stranger: User
beforeAll(async () => {
  mine = await openMiningWorld()
  mine.at('2026-03-10T05:10:00Z')
  other = await mine.world.device(mine.user, { name: 'Attic PC' })
  stranger = await mine.world.user()
})
afterAll(() => mine.world.close())

const yearOf = async (user: User, request: { from?: number; hours?: number; id?: string } = {}) => {
  const reply = await user.call(machineYear, { from: FROM, hours: 240, ...request })
  return { ...reply, levels: unpackLevels(reply.levels, reply.hours) }
}

/** The levels by a scan of every hour of every device of the user, or of one device. */
async function scan(id?: string): Promise<number[]> {
  const rows = await mine.world.query<{ hour: string; work: string }>(
    `select extract(epoch from hour)::bigint as hour, sum(work)::text as work from device_hours join devices on devices.id = device_id
     where user_id = $1 and ($2::text is null or device_id = $2) group by 1`,
    [mine.user.info.id, id ?? null],
  )
  const now = Math.floor(mine.world.clock.now() / 1000)
  const work = Array.from({ length: Math.floor((now - FROM) / HOUR) + 1 }, () => 0)
  for (const row of rows) work[(Number(row.hour) - FROM) / HOUR] = Number(row.work)
  return levelsOf(work)
}

test('an account without an hour of work has a year without any', async () => {
  const year = await yearOf(stranger)
  expect(year).toMatchObject({ from: FROM, hours: 6, firstAt: null })
  expect(year.levels).toEqual([0, 0, 0, 0, 0, 0])
})

test('the hours of all devices and of each one stay while days are settled and their sums deleted', {
  timeout: 120_000,
}, async () => {
  for (let day = 11; day <= 15; day += 1) {
    for (const hour of [5, 9, 23]) {
      mine.at(`2026-03-${day}T${String(hour).padStart(2, '0')}:20:00Z`)
      for (const [index, device] of [mine.device, other].entries()) {
        if (index === 1 && hour === 9) continue
        await device.ease()
        await device.report()
        mine.world.clock.advance(30)
        await device.mine(1 + ((day + hour) % 4))
      }
      expect((await yearOf(mine.user)).levels).toEqual(await scan())
    }
    mine.at(`2026-03-${day + 1}T04:00:00Z`)
    await mine.settle()
    await mine.release()
    await deleteOldSums(mine.world.running.ctx)
    expect((await yearOf(mine.user)).levels).toEqual(await scan())
  }
  expect(await mine.world.query(`select 1 from user_hours where hour < '2026-03-13'`)).toEqual([])
  const whole = await yearOf(mine.user)
  expect(whole.firstAt).toBe(FROM + (24 + 5) * HOUR)
  expect(Math.max(...whole.levels)).toBe(7)
  for (const { id } of [mine.device, other]) {
    const one = await yearOf(mine.user, { id })
    expect(one.levels).toEqual(await scan(id))
    expect(one.firstAt).toBe(FROM + (24 + 5) * HOUR)
    expect(one.levels).not.toEqual(whole.levels)
  }
})

test('work that is corrected long after its day is added to its hour', async () => {
  const correct = (work: number) =>
    mine.world.query(`update device_hours set work = work + $2 where device_id = $1 and hour = '2026-03-11 05:00Z'`, [
      mine.device.id,
      work,
    ])
  const before = await yearOf(mine.user)
  await correct(4096 * 40)
  expect((await yearOf(mine.user)).levels).toEqual(await scan())
  await deleteOldSums(mine.world.running.ctx)
  const after = await yearOf(mine.user)
  expect(after.levels).toEqual(await scan())
  expect(after.levels).not.toEqual(before.levels)
  await correct(-4096 * 40)
  expect((await yearOf(mine.user)).levels).toEqual(before.levels)
})

test('a range begins in the middle of a day, with the hour of its moment, and ends with the running hour', async () => {
  const whole = await yearOf(mine.user)
  const from = FROM + 37 * HOUR + 1800
  const part = await yearOf(mine.user, { from, hours: 20 })
  expect(part).toMatchObject({ from: from - 1800, hours: 20 })
  expect(part.levels.map((level) => level > 0)).toEqual(whole.levels.slice(37, 57).map((level) => level > 0))
  expect((await yearOf(mine.user, { from: FROM + 365 * 24 * HOUR })).hours).toBe(0)
})

test('an unbound device stays in the hours of all, and can no longer be chosen', async () => {
  const before = await yearOf(mine.user)
  await mine.user.call(unbindMachine, { id: other.id })
  expect(await yearOf(mine.user)).toEqual(before)
  const unknown = { reason: 'DEVICE_UNKNOWN' }
  await expect(yearOf(mine.user, { id: other.id })).rejects.toMatchObject(unknown)
  await expect(yearOf(await mine.world.user(), { id: mine.device.id })).rejects.toMatchObject(unknown)
})

test('the migration finds in a history what the trigger has kept', async () => {
  const read = () => mine.world.query('select user_id, day::text, work::text from user_days order by 1, 2')
  const db = mine.world.running.ctx.db as unknown as Kysely<unknown>
  const kept = await read()
  expect(kept.length).toBeGreaterThan(1)
  await sql`drop function keep_user_days cascade`.execute(db)
  await sql`drop table user_days`.execute(db)
  await db.transaction().execute(up)
  expect(await read()).toEqual(kept)
  expect((await yearOf(mine.user)).levels).toEqual(await scan())
})
