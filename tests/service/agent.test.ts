import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { machineList } from '#lib/contract/devices.ts'
import { type Device, findShares } from '#world/device.ts'
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

/** The device as its user sees it. */
async function seen(device: Device) {
  const { page } = await user.call(machineList, { page: 1, pageSize: 100 })
  const machine = page.list.find(({ id }) => id === device.id)
  if (!machine) throw new Error('the device is not in the list')
  return machine
}

/** What the tables hold of a device. */
async function stored(device: Device) {
  const [hours] = await world.query<Record<string, number>>(
    `select coalesce(sum(accepted), 0)::int as accepted, coalesce(sum(refused), 0)::int as refused,
     coalesce(sum(work), 0)::int as work, coalesce(sum(seconds), 0)::int as seconds from device_hours where device_id = $1`,
    [device.id],
  )
  const [totals] = await world.query<Record<string, number>>(
    `select coalesce(sum(work), 0)::int as work, coalesce(sum(seconds), 0)::int as seconds
     from device_totals where device_id = $1`,
    [device.id],
  )
  const [shares] = await world.query<Record<string, number>>(
    'select count(*)::int as count, coalesce(sum(difficulty), 0)::int as work from shares where device_id = $1',
    [device.id],
  )
  return { hours, totals, shares }
}

describe('a share', () => {
  test('counts once, with the work that it proves', async () => {
    const device = await world.device(user)
    const work = await device.work()
    const [share] = findShares(work, 1)
    if (!share) throw new Error('none')
    expect(await device.report({ shares: [share] })).toMatchObject({ accepted: 1, refused: [] })
    const again = await device.report({ shares: [share, share] })
    expect(again).toMatchObject({ accepted: 0, refused: [{ reason: 'REPEATED' }, { reason: 'REPEATED' }] })
    const [twin] = findShares(work, 1)
    const twice = await device.report({ shares: twin ? [twin, twin] : [] })
    expect([twice.accepted, twice.refused]).toEqual([1, [{ nonce: twin?.nonce, reason: 'REPEATED' }]])
    expect(await seen(device)).toMatchObject({
      acceptedToday: 2,
      refusedToday: 3,
      lastShareAt: world.clock.now() / 1000,
    })
    expect(await stored(device)).toMatchObject({ shares: { count: 2, work: 8192 }, hours: { work: 8192 } })
  })

  test('is taken for 15 minutes, and late then', async () => {
    const device = await world.device(user)
    const work = await device.work()
    expect(work).toMatchObject({ validSeconds: 900, reportEverySeconds: 30, difficulty: 4096 })
    const shares = findShares(work, 2)
    world.clock.advance(900)
    expect((await device.report({ shares: shares.slice(0, 1) })).accepted).toBe(1)
    world.clock.advance(0.001)
    expect((await device.report({ shares: shares.slice(1) })).refused).toMatchObject([{ reason: 'LATE' }])
  })

  test('T32 is foreign when another device had the work', async () => {
    const [device, other] = [await world.device(user), await world.device(user)]
    const shares = findShares(await other.work(), 1)
    expect((await device.report({ shares })).refused).toMatchObject([{ reason: 'FOREIGN' }])
    expect((await other.report({ shares })).accepted).toBe(1)
  })

  test('is wrong when its hash is not below the target', async () => {
    const device = await world.device(user)
    const { workId } = await device.work()
    const shares = Array.from({ length: 5 }, (_, i) => ({ workId, nonce: String(i).repeat(16) }))
    expect((await device.report({ shares })).refused.map(({ reason }) => reason)).toEqual(Array(5).fill('WRONG'))
    expect((await stored(device)).totals?.work).toBe(0)
  })

  test('is judged by itself, whatever is beside it', async () => {
    const device = await world.device(user)
    const [good] = findShares(await device.work(), 1)
    if (!good) throw new Error('none')
    const shares = [{ ...good, nonce: '0'.repeat(16) }, good, { workId: 'none', nonce: good.nonce }]
    const { accepted, refused } = await device.report({ shares })
    expect([accepted, refused.map(({ reason }) => reason)]).toEqual([1, ['WRONG', 'FOREIGN']])
  })
})

describe('a report', () => {
  test('T32 I4 sent again, with whatever else in it, gets its first answer and counts once', async () => {
    const device = await world.device(user)
    const work = await device.work()
    const first = await device.report({ sequence: 1, shares: findShares(work, 2) })
    world.clock.advance(30)
    for (let copy = 0; copy < 5; copy++)
      expect(await device.report({ sequence: 1, shares: findShares(work, 1) })).toEqual(first)
    expect(await stored(device)).toMatchObject({ shares: { count: 2 }, hours: { seconds: 0, accepted: 2 } })
  })

  test('with a number of the past is refused, and tells the last one', async () => {
    const device = await world.device(user)
    await device.report({ sequence: 1 })
    await device.report({ sequence: 7 })
    const refusal = { reason: 'REPORT_OUTDATED', data: { lastSequence: 7 } }
    await expect(device.report({ sequence: 6 })).rejects.toMatchObject(refusal)
    expect((await device.link.work()).lastSequence).toBe(7)
    expect((await device.report({ sequence: 8 })).accepted).toBe(0)
  })

  test('needs the token of a device', async () => {
    const device = await world.device(user)
    const report = { sequence: 1, shares: [], state: 'mining', gpuCount: 0, version: '1' }
    for (const token of [undefined, '', 'x', user.token, device.token.slice(1), 'a'.repeat(5000)]) {
      const headers = token === undefined ? undefined : { 'device-token': token }
      for (const path of ['/agent/work', '/agent/report'])
        expect([path, token, (await world.post(path, report, headers)).body.code]).toEqual([path, token, 4001])
    }
    expect((await world.post('/agent/report', report, { token: device.token })).body.code).toBe(4001)
  })

  test('I4 keeps sums exact when 200 come at once', async () => {
    const device = await world.device(user)
    await device.report({ sequence: 1 })
    world.clock.advance(30)
    const shares = findShares(await device.work(), 200)
    const sent = await Promise.allSettled(
      shares.map((share, index) => device.report({ sequence: index + 2, shares: [share] })),
    )
    const taken = sent.filter(({ status }) => status === 'fulfilled')
    const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason] : []))
    expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['REPORT_OUTDATED'] : []))
    const { hours, totals, shares: kept } = await stored(device)
    expect(kept?.count).toBe(taken.length)
    expect(hours).toEqual({ accepted: taken.length, refused: 0, work: kept?.work, seconds: 30 })
    expect(totals).toEqual({ work: kept?.work, seconds: 30 })
  })

  test('I4 counts once when 200 copies of it come at once', async () => {
    const device = await world.device(user)
    const shares = findShares(await device.work(), 3)
    const answers = await Promise.all(Array.from({ length: 200 }, () => device.report({ sequence: 1, shares })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await stored(device)).toMatchObject({ shares: { count: 3 }, hours: { accepted: 3, refused: 0 } })
  })
})

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

  test('begins anew when the device was away', async () => {
    const device = await world.device(user)
    await device.mine(20)
    world.clock.advance(120)
    const { hashrate } = await device.report()
    expect(hashrate).toBe(0)
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

  test('makes work easier for a device that finds nothing, and not for one that rests', async () => {
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
    expect(await seen(device)).toMatchObject({ todayUptime: 196, totalTime: 196, totalUptime: 196, currentUptime: 15 })
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
    world.clock.set('2026-03-13T00:00:00Z')
    expect(await seen(device)).toMatchObject({ yesterdayUptime: 30, todayUptime: 0, totalTime: 120, status: 'offline' })
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
    const most = await world.query<{ seconds: number }>(
      'select sum(seconds)::int as seconds from device_hours where device_id = $1 group by hour order by 1 desc limit 1',
      [device.id],
    )
    expect(most[0]?.seconds).toBeLessThanOrEqual(3600)
  })
})

describe('the notice of no work', () => {
  test('comes after twelve minutes without a share, and goes with the next one', async () => {
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

  test('tells of a pause and of refused shares', async () => {
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

  test('says nothing of a device that is offline', async () => {
    const device = await world.device(user)
    await device.report()
    await device.run(780)
    world.clock.advance(91)
    expect(await seen(device)).toMatchObject({ status: 'offline', noWork: null, hashrate: 0, currentUptime: 0 })
  })
})
