import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { machineList } from '#lib/contract/device-list.ts'
import { machineStatistics } from '#lib/contract/device-statistics.ts'
import { machineLog } from '#lib/contract/devices.ts'
import { type Device, findShares } from '#world/device.ts'
import { seenBy, storedOf } from '#world/device-views.ts'
import { createRandom } from '#world/random.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
beforeAll(async () => {
  world = await createWorld()
  user = await world.user()
})
afterAll(() => world.close())

const seen = (device: Device) => seenBy(user, device)
const stored = (device: Device) => storedOf(world, device)

describe('the hash rate', () => {
  test('is the verified work of the last ten minutes', async () => {
    const device = await world.device(user)
    const mined: { at: number; work: number }[] = []
    await device.report()
    const since = world.clock.now()
    for (let round = 0; round < 26; round++) {
      world.clock.advance(37)
      const { difficulty } = await device.work()
      const { hashrate, accepted } = await device.mine(2)
      const now = world.clock.now()
      mined.push({ at: now, work: accepted * difficulty })
      const recent = mined.filter(({ at }) => at >= now - 600_000).reduce((sum, { work }) => sum + work, 0)
      const window = Math.min(600, Math.max(15, (now - since) / 1000))
      expect(hashrate).toBeCloseTo(recent / window, 6)
      expect((await seen(device)).hashrate).toBeCloseTo(hashrate, 6)
    }
    world.clock.advance(91)
    expect((await seen(device)).hashrate).toBe(0)
  })

  test('starts again when the device was away', async () => {
    const device = await world.device(user)
    await device.mine(20)
    world.clock.advance(120)
    const { hashrate } = await device.report()
    expect(hashrate).toBe(0)
  })

  test('leaves out the shares that waited for the network, because the time that they took is unknown', async () => {
    const device = await world.device(user)
    await device.mine(20)
    const before = await device.work()
    const waiting = findShares(before, 120)
    world.clock.advance(120)
    const back = await device.report({ shares: waiting.slice(0, 60) })
    expect(back).toMatchObject({ hashrate: 0, accepted: 60, work: { difficulty: before.difficulty } })
    expect((await seen(device)).hashrate).toBe(0)
    world.clock.advance(30)
    // More shares waited than fit in one report, and newer ones came after them.
    const next = await device.report({ shares: [...waiting.slice(60), ...findShares(back.work, 3)] })
    expect(next).toMatchObject({ accepted: 63, refused: [], work: { difficulty: before.difficulty } })
    expect(next.hashrate).toBeCloseTo((3 * before.difficulty) / 30, 6)
    expect((await seen(device)).hashrate).toBeCloseTo(next.hashrate, 6)
    world.clock.advance(30)
    expect((await device.report()).hashrate).toBeCloseTo((3 * before.difficulty) / 60, 6)
  })

  test('leaves them out too when the device came back by asking for work', async () => {
    const device = await world.device(user)
    await device.mine(20)
    const waiting = findShares(await device.work(), 60)
    world.clock.advance(120)
    const work = await device.work()
    world.clock.advance(30)
    const { hashrate, accepted } = await device.report({ shares: [...waiting, ...findShares(work, 3)] })
    expect(accepted).toBe(63)
    expect(hashrate).toBeCloseTo((3 * work.difficulty) / 30, 6)
    expect((await seen(device)).hashrate).toBeCloseTo(hashrate, 6)
  })

  test('moves the difficulty to about one share in ten seconds', async () => {
    const device = await world.device(user)
    const rate = 4_000
    let hashes = 0
    const shares: number[] = []
    for (let round = 0; round < 40; round++) {
      world.clock.advance(30)
      hashes += rate * 30
      const { difficulty } = await device.work()
      const count = Math.floor(hashes / difficulty)
      hashes -= count * difficulty
      expect((await device.mine(count)).accepted).toBe(count)
      shares.push(count)
    }
    const { difficulty } = await device.work()
    expect(difficulty / rate).toBeGreaterThan(7)
    expect(difficulty / rate).toBeLessThan(14)
    const late = shares.slice(20)
    const mean = late.reduce((sum, count) => sum + count, 0) / late.length
    expect(mean).toBeGreaterThan(2)
    expect(mean).toBeLessThan(4.5)
  })

  test('lowers the difficulty for a device that finds nothing, and not for one that is paused', async () => {
    const [slow, resting] = [
      await world.device(user, { difficulty: 262_144 }),
      await world.device(user, { difficulty: 262_144 }),
    ]
    const difficulties: number[] = []
    for (let round = 0; round < 12; round++) {
      difficulties.push((await slow.report()).work.difficulty)
      expect((await resting.report({ state: 'paused' })).work.difficulty).toBe(262_144)
      world.clock.advance(30)
    }
    expect(difficulties.slice(0, 4)).toEqual([262_144, 262_144, 131_072, 65_536])
    expect(difficulties.at(-1)).toBe(4096)
  })
})

describe('uptime', () => {
  test('I4 adds up the time between reports, a gap of up to 90 s included', async () => {
    const device = await world.device(user)
    await device.report()
    for (const gap of [30, 90, 1, 90.001, 60, 3600, 15]) {
      world.clock.advance(gap)
      await device.report()
    }
    // 90.001 s and an hour are gaps in which the device was away.
    expect(await seen(device)).toMatchObject({
      ...{ todayUptime: 196, totalTime: 196, totalUptime: 196, currentUptime: 15 },
      ...{ id: device.id, name: device.name, status: 'online', gpuCount: 0, hashrate: 0 },
    })
  })

  test('I2 I4 is cut at UTC hours and days', async () => {
    world.clock.set('2026-03-11T23:58:30Z')
    const device = await world.device(user)
    await device.report()
    await device.run(120)
    const hours = await world.query<{ hour: Date; seconds: number }>(
      'select hour, sum(seconds)::int as seconds from device_hours where device_id = $1 group by hour order by hour',
      [device.id],
    )
    expect(hours.map(({ hour, seconds }) => [hour.toISOString(), seconds])).toEqual([
      ['2026-03-11T23:00:00.000Z', 90],
      ['2026-03-12T00:00:00.000Z', 30],
    ])
    expect(await seen(device)).toMatchObject({ yesterdayUptime: 90, todayUptime: 30, totalTime: 120, hours: [0] })
    expect((await seen(device)).yesterdayHours).toEqual([...Array.from({ length: 23 }, () => 0), 90])
    world.clock.set('2026-03-13T00:00:00Z')
    expect(await seen(device)).toMatchObject({ yesterdayUptime: 30, todayUptime: 0, totalTime: 120, status: 'offline' })
    expect((await seen(device)).yesterdayHours).toEqual([30, ...Array.from({ length: 23 }, () => 0)])
  })

  test('I3 never runs backwards when the clock of the service is set back, and mining goes on', async () => {
    world.clock.set('2026-03-13T10:00:00Z')
    const device = await world.device(user)
    await device.report()
    await device.run(60)
    world.clock.advance(-3600)
    await device.report()
    world.clock.advance(30)
    await device.mine(1)
    expect(await seen(device)).toMatchObject({ totalTime: 60, currentUptime: 0, status: 'online' })
    world.clock.advance(3600)
    await device.report()
    expect(await seen(device)).toMatchObject({ totalTime: 90, acceptedToday: 1 })
  })

  test('I4 equals the union of the intervals of any stream of reports, per hour at most an hour', async () => {
    world.clock.set('2026-03-14T00:00:00Z')
    const random = createRandom(17)
    const device = await world.device(user)
    let last: number | undefined
    let union = 0
    let sequence = 0
    for (let step = 0; step < 150; step++) {
      world.clock.advance(random.pick([0, 1, 7, 30, 30, 30, 31, 60, 89, 90, 91, 300, -20]))
      const isCopy = sequence > 0 && random.below(5) === 0
      await device.report({ sequence: isCopy ? sequence : ++sequence })
      if (isCopy) continue
      const now = Math.max(world.clock.now() / 1000, last ?? 0)
      if (last !== undefined && now - last <= 90) union += now - last
      last = now
    }
    const { hours, totals } = await stored(device)
    expect([hours?.seconds, totals?.seconds]).toEqual([union, union])
    const longest = await world.query<{ seconds: number }>(
      'select sum(seconds)::int as seconds from device_hours where device_id = $1 group by hour order by 1 desc limit 1',
      [device.id],
    )
    expect(longest[0]?.seconds).toBeLessThanOrEqual(3600)
  })
})

describe('a miner that ends', () => {
  test('sets its device offline at once, and the time until then counts', async () => {
    const owner = await world.user()
    const device = await world.device(owner)
    const seen = () => seenBy(owner, device)
    await device.report()
    await device.run(60)
    world.clock.advance(20)
    await device.report({ state: 'ended' })
    expect(await seen()).toMatchObject({ status: 'offline', hashrate: 0, currentUptime: 0, todayUptime: 80 })
    expect((await owner.call(machineStatistics, {})).online).toBe(0)
    const { page } = await owner.call(machineList, { page: 1, status: 'off' })
    expect(page.list.map(({ id }) => id)).toEqual([device.id])
    // It starts again within 90 s; the time in between does not count.
    world.clock.advance(20)
    await device.work()
    expect(await seen()).toMatchObject({ status: 'online', currentUptime: 0, todayUptime: 80 })
    world.clock.advance(5)
    await device.report()
    expect(await seen()).toMatchObject({ status: 'online', currentUptime: 5, todayUptime: 85 })
    const { records } = await owner.call(machineLog, { id: device.id, page: 1 })
    expect(records.map(({ kind, time }) => [kind, time - Math.floor(world.clock.now() / 1000)]).slice(0, 2)).toEqual([
      ['online', -5],
      ['offline', -25],
    ])
  })

  test('leaves it offline when it was lost before, and the log has that once', async () => {
    const device = await world.device(user)
    world.clock.advance(1)
    await device.report()
    world.clock.advance(200)
    await device.report({ state: 'ended' })
    await device.report({ state: 'ended' })
    expect(await seen(device)).toMatchObject({ status: 'offline', todayUptime: 0 })
    world.clock.advance(10)
    await device.report()
    expect(await seen(device)).toMatchObject({ status: 'online', todayUptime: 0 })
    const { records } = await user.call(machineLog, { id: device.id, page: 1 })
    expect(records.map(({ kind }) => kind).slice(0, 3)).toEqual(['online', 'offline', 'online'])
  })
})

describe('the notice of no work', () => {
  test('appears after twelve minutes without a share, and disappears with the next one', async () => {
    const device = await world.device(user)
    await device.report()
    await device.run(719)
    expect((await seen(device)).noWork).toBeNull()
    await device.run(1)
    expect((await seen(device)).noWork).toEqual({ minutes: 12, cause: 'slow' })
    await device.run(120)
    expect((await seen(device)).noWork).toEqual({ minutes: 14, cause: 'slow' })
    await device.mine(1)
    expect((await seen(device)).noWork).toBeNull()
  })

  test('names a pause or refused shares as the cause', async () => {
    const [paused, refused] = [await world.device(user), await world.device(user)]
    const wrong = { workId: 'none', nonce: '0'.repeat(16) }
    for (let round = 0; round <= 24; round++) {
      await paused.report({ state: 'paused' })
      await refused.report({ shares: [wrong] })
      if (round < 24) world.clock.advance(30)
    }
    expect((await seen(paused)).noWork).toEqual({ minutes: 12, cause: 'paused' })
    expect((await seen(refused)).noWork).toEqual({ minutes: 12, cause: 'refused' })
  })

  test('does not appear for a device that is offline', async () => {
    const device = await world.device(user)
    await device.report()
    await device.run(780)
    world.clock.advance(91)
    expect(await seen(device)).toMatchObject({ status: 'offline', noWork: null, hashrate: 0, currentUptime: 0 })
  })
})
