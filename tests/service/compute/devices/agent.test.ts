import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { machineLog } from '#lib/contract/devices.ts'
import { messageList } from '#lib/contract/messages.ts'
import { toWork } from '#service/compute/devices/work.ts'
import { createLink, ReplacedError } from '#service/programs/miner/link.ts'
import { type Device, findShares } from '#world/device.ts'
import { seenBy, storedOf } from '#world/device-views.ts'
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

  test('is accepted for 15 minutes, and refused as late after that', async () => {
    const device = await world.device(user)
    const work = await device.work()
    expect(work).toMatchObject({ validSeconds: 900, difficulty: 4096 })
    const shares = findShares(work, 2)
    world.clock.advance(900)
    expect((await device.report({ shares: shares.slice(0, 1) })).accepted).toBe(1)
    world.clock.advance(0.001)
    expect((await device.report({ shares: shares.slice(1) })).refused).toMatchObject([{ reason: 'LATE' }])
  })

  test('is reported every 30 seconds, every 45 by a device that pauses or to a service that is behind, and every 3 in tests', () => {
    const work = { id: 'w', project: 'aleo', challenge: '00', difficulty: 4096, issuedAt: 0, expiresAt: 900_000 }
    const { config, deviceCalls } = world.running.ctx
    const seconds = ({ limits = 'default' as 'default' | 'test', isPaused = false, isBehind = false }) => {
      const ctx = { config: { ...config, limits }, deviceCalls: { ...deviceCalls, isBehind: () => isBehind } }
      return toWork(ctx, work, { now: 0, isPaused }).reportEverySeconds
    }
    expect([
      seconds({}),
      seconds({ isPaused: true }),
      seconds({ isBehind: true }),
      seconds({ limits: 'test' }),
    ]).toEqual([30, 45, 45, 3])
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

  test('is checked by itself, whatever other shares the report has', async () => {
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

  test('with an old sequence number is refused with the last one', async () => {
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
    await world.warmUp()
    const sent = await Promise.allSettled(
      shares.map((share, index) => device.report({ sequence: index + 2, shares: [share] })),
    )
    const taken = sent.filter(({ status }) => status === 'fulfilled')
    const refused = sent.flatMap((one) => (one.status === 'rejected' ? [one.reason.reason ?? String(one.reason)] : []))
    expect(new Set(refused)).toEqual(new Set(refused.length > 0 ? ['REPORT_OUTDATED'] : []))
    const { hours, totals, shares: saved } = await stored(device)
    expect(saved?.count).toBe(taken.length)
    expect(hours).toEqual({ accepted: taken.length, refused: 0, work: saved?.work, seconds: 30 })
    expect(totals).toEqual({ work: saved?.work, seconds: 30 })
  })

  test('is decided again when its device is changed between reading and writing', async () => {
    const device = await world.device(user)
    await device.report({ sequence: 1 })
    world.clock.advance(30)
    const [share] = findShares(await device.work(), 1)
    if (!share) throw new Error('none')
    const other = new pg.Client(world.databaseUrl)
    await other.connect()
    await other.query('begin')
    await other.query('update devices set last_share_at = $1, last_sequence = 5 where id = $2', [
      new Date(0),
      device.id,
    ])
    const [late, fit] = [2, 6].map((sequence) => device.report({ sequence, shares: [share] }))
    late?.catch(() => undefined)
    const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
    await other.query('commit')
    await other.end()
    // Whichever of the two comes first.
    const lastSequence = expect.toSatisfy((last: number) => last === 5 || last === 6)
    await expect(late).rejects.toMatchObject({ reason: 'REPORT_OUTDATED', data: { lastSequence } })
    expect(await fit).toMatchObject({ accepted: 1, refused: [] })
    expect(await stored(device)).toMatchObject({ shares: { count: 1 }, hours: { accepted: 1, seconds: 30 } })
  })

  test('I4 counts once when 200 copies of it come at once', async () => {
    const device = await world.device(user)
    const shares = findShares(await device.work(), 3)
    await world.warmUp()
    const answers = await Promise.all(Array.from({ length: 200 }, () => device.report({ sequence: 1, shares })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await stored(device)).toMatchObject({ shares: { count: 3 }, hours: { accepted: 3, refused: 0 } })
  })
})

describe('two miners with one device', () => {
  const runs = () => [randomUUID(), randomUUID()] as const
  const started = async (device: Device, run: string) => {
    const link = createLink(world.address, () => device.token, run)
    const { work, lastSequence } = await link.work()
    return { link, work, report: reportAfter(lastSequence) }
  }
  const reportAfter = (sequence: number) => ({
    ...({ sequence: sequence + 1, state: 'mining', gpuCount: 0, version: '1.0.0' } as const),
    shares: [],
  })
  const events = async (device: Device) =>
    (await user.call(machineLog, { id: device.id, page: 1 })).records.filter(({ kind }) => kind === 'replaced')
  const messages = async (name: string) =>
    (await user.call(messageList, { page: 1 })).records.filter(
      ({ title }) => title === `A miner of “${name}” was stopped`,
    )

  test('the one that started last mines, and the other one is refused without a share lost unseen', async () => {
    const device = await world.device(user, { name: 'Cloned PC' })
    const [firstRun, secondRun] = runs()
    const first = await started(device, firstRun)
    const second = await started(device, secondRun)
    // Both count from the same report: the second one was given the first one's answer.
    const shares = findShares(second.work, 1)
    expect(await second.link.report({ ...second.report, shares })).toMatchObject({ accepted: 1 })
    for (let times = 0; times < 2; times += 1)
      await expect(first.link.report({ ...first.report, shares: findShares(first.work, 1) })).rejects.toThrow(
        ReplacedError,
      )
    expect(await seen(device)).toMatchObject({ acceptedToday: 1, refusedToday: 0 })
    expect(await second.link.report(reportAfter(second.report.sequence))).toMatchObject({ accepted: 0 })
    expect([(await events(device)).length, (await messages('Cloned PC')).length]).toEqual([1, 1])
    world.clock.advance(86_401)
    await expect(first.link.report(first.report)).rejects.toThrow(ReplacedError)
    expect([(await events(device)).length, (await messages('Cloned PC')).length]).toEqual([2, 2])
  })

  test('a miner that is started again goes on, and nobody is told', async () => {
    const device = await world.device(user, { name: 'Restarted PC' })
    const [firstRun, secondRun] = runs()
    const first = await started(device, firstRun)
    await first.link.report({ ...first.report, state: 'ended' })
    const second = await started(device, secondRun)
    expect(second.report.sequence).toBe(first.report.sequence + 1)
    expect(await second.link.report({ ...second.report, shares: findShares(second.work, 1) })).toMatchObject({
      accepted: 1,
    })
    expect([await events(device), await messages('Restarted PC')]).toEqual([[], []])
  })

  test('a miner that began with an older service keeps its device', async () => {
    const device = await world.device(user)
    const [run, other] = runs()
    await device.work()
    const link = createLink(world.address, () => device.token, run)
    await link.report(reportAfter(0))
    const stranger = createLink(world.address, () => device.token, other)
    await expect(stranger.report(reportAfter(1))).rejects.toThrow(ReplacedError)
    await expect(device.report({ sequence: 2 })).rejects.toThrow(ReplacedError)
    expect(await link.report(reportAfter(1))).toMatchObject({ accepted: 0 })
  })
})
