import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Work } from '#lib/contract/agent.ts'
import { wishOfMachines } from '#lib/contract/device-control.ts'
import { renameMachine, unbindMachine } from '#lib/contract/devices.ts'
import { createDeviceCalls, DEVICE_CALL_LIMITS } from '#service/compute/devices/device-calls.ts'
import { hashToken } from '#service/platform/ids.ts'
import { createLink, type Link } from '#service/programs/miner/link.ts'
import { type Device, findShares } from '#world/device.ts'
import { storedOf } from '#world/device-views.ts'
import { inOneBatch } from '#world/one-batch.ts'
import { createRandom } from '#world/random.ts'
import { sever } from '#world/sever.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
let user: User
let others: User[]
let opener: Device
let secondNode: Awaited<ReturnType<World['node']>>
beforeAll(async () => {
  world = await createWorld()
  user = await world.user()
  others = [await world.user(), await world.user()]
  opener = await world.device(user)
  secondNode = await world.node()
  // Nothing else may use the database while statements are counted.
  await world.running.ctx.jobs.close()
  await secondNode.running.ctx.jobs.close()
})
afterAll(() => world.close())

const stored = (device: Device) => storedOf(world, device)
/** One after the other: a user has one code at a time. */
async function devices(count: number, owner = user): Promise<Device[]> {
  const all: Device[] = []
  while (all.length < count) all.push(await world.device(owner))
  return all
}
/** The device at the second node. */
const atSecond = (device: Device): Link => createLink(secondNode.address, () => device.token)
const fullReport = (sequence: number, shares: { workId: string; nonce: string }[] = []) => ({
  ...{ sequence, shares, state: 'mining' as const, gpuCount: 0, version: '1.0.0' },
})
const device0 = (all: readonly Device[]) => all[0] as Device
const statusOf = (results: readonly PromiseSettledResult<unknown>[]) => results.map(({ status }) => status)
const versionsOf = async (all: readonly Device[]) =>
  (await world.query('select distinct xmin from devices where id = any($1)', [all.map(({ id }) => id)])).length
const isWaiting = async () =>
  (await world.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
    .length

async function lockRow(device: Device) {
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  await client.query('begin')
  await client.query('select from devices where id = $1 for update', [device.id])
  return { release: () => client.query('rollback').finally(() => client.end()) }
}

describe('a batch', () => {
  test('writes the reports of all devices in one transaction, and answers each with its own answer', async () => {
    const all = await devices(5)
    const works = await Promise.all(all.map((device) => device.work()))
    const results = await inOneBatch(
      world,
      opener,
      all.map((device, index) => () => device.report({ shares: findShares(works[index] as Work, index) })),
    )
    expect(results.map((one) => one.status === 'fulfilled' && one.value.accepted)).toEqual([0, 1, 2, 3, 4])
    expect(await versionsOf(all)).toBe(1)
    for (const [index, device] of all.entries())
      expect(await stored(device)).toMatchObject({ shares: { count: index }, hours: { accepted: index } })
  })

  test('counts the time of all devices of a user, in their hours and in the sums of the user', async () => {
    const all = await devices(4, others[0])
    for (const device of all) await device.report()
    world.clock.advance(30)
    await inOneBatch(
      world,
      opener,
      all.map((device) => () => device.report()),
    )
    const sums =
      'select sum(seconds)::int as seconds from user_hours where user_id in (select user_id from devices where id = $1)'
    expect(await world.query(sums, [all[0]?.id])).toEqual([{ seconds: 120 }])
    for (const device of all) expect((await stored(device)).hours?.seconds).toBe(30)
  })

  test('that leaves calls waiting tells that the service is behind', async () => {
    const calls = createDeviceCalls(world.running.ctx.db, { ...DEVICE_CALL_LIMITS, maxItems: 2 })
    const ask = (device: Device) =>
      calls.run({
        tokenHash: hashToken(device.token),
        shares: [],
        now: () => world.clock.now(),
        draft: () => ({ answer: calls.isBehind() }),
      })
    const all = await devices(6, others[1])
    expect(calls.isBehind()).toBe(false)
    expect(await Promise.all(all.map(ask))).toEqual([true, true, false, false, false, false])
    expect(calls.isBehind()).toBe(false)
  })

  const neighbours = {
    'an outdated one': { prepare: async () => {}, parts: { sequence: 1 } },
    'one of an unbound device': {
      prepare: (device: Device) => user.call(unbindMachine, { id: device.id }),
      parts: {},
    },
    'one that the database refuses': {
      // An hour has 3,600 seconds: more break a constraint of its row.
      prepare: (device: Device) =>
        world.query(
          `insert into device_hours (device_id, hour, project, seconds, work, accepted, refused)
           select id, date_trunc('hour', $2::timestamptz), project, 3600, 0, 0, 0 from devices, projects where id = $1`,
          [device.id, new Date(world.clock.now())],
        ),
      parts: {},
    },
  }
  test.each(Object.entries(neighbours))('%s spoils no other', async (_, { prepare, parts }) => {
    world.clock.advance(3_600)
    const all = await devices(7)
    const works = new Map(await Promise.all(all.map(async (device) => [device, await device.work()] as const)))
    for (const device of all) await device.report()
    await device0(all).report()
    await prepare(device0(all))
    world.clock.advance(30)
    const [, first, second, ...rest] = all as [Device, Device, Device, ...Device[]]
    const calls = [first, second, device0(all), ...rest].map(
      (device) => () =>
        device.report({
          shares: findShares(works.get(device) as Work, 1),
          ...(device === device0(all) && parts),
        }),
    )
    const results = await inOneBatch(world, opener, calls)
    expect(statusOf(results)).toEqual(results.map((_one, index) => (index === 2 ? 'rejected' : 'fulfilled')))
    for (const device of [first, second, ...rest])
      expect(await stored(device)).toMatchObject({ shares: { count: 1 }, hours: { accepted: 1, seconds: 30 } })
    expect(await stored(device0(all))).toMatchObject({ shares: { count: 0 }, hours: { accepted: 0 } })
  })

  test('does not wait for a device whose row is locked', async () => {
    const all = await devices(4)
    const [locked, ...free] = all as [Device, ...Device[]]
    for (const device of all) await device.report()
    const lock = await lockRow(locked)
    const late = locked.report()
    await expect.poll(isWaiting).toBe(1)
    const results = await Promise.allSettled(free.map((device) => device.report()))
    expect(statusOf(results)).toEqual(['fulfilled', 'fulfilled', 'fulfilled'])
    expect(await isWaiting()).toBe(1)
    await lock.release()
    expect((await late).accepted).toBe(0)
  })
})

describe('a remembered device', () => {
  test('takes one statement to report without shares, and two with shares', async () => {
    const device = await world.device(user)
    const work = await device.work()
    await device.report()
    for (const [count, expected] of [
      [0, 1],
      [3, 2],
    ] as const) {
      const { statements } = await sever(world.databaseUrl, undefined, () =>
        device.report({ shares: findShares(work, count) }),
      )
      expect(statements).toHaveLength(expected)
    }
    expect(await stored(device)).toMatchObject({ shares: { count: 3 }, hours: { accepted: 3 } })
  })

  test('has the hash rate that the database would compute', async () => {
    const [remembered, read] = [await world.device(user), await world.device(user)]
    for (let round = 0; round < 26; round += 1) {
      world.clock.advance(37)
      // Each other report of the second one goes to another node, so that it is never remembered.
      const works = [await remembered.work(), await read.work()] as const
      const first = await remembered.report({ shares: findShares(works[0], round % 4) })
      const link = round % 2 ? atSecond(read) : read.link
      const second = await link.report(fullReport(round + 1, findShares(works[1], round % 4)))
      expect(second.hashrate).toBeCloseTo((first.hashrate * works[1].difficulty) / works[0].difficulty, 6)
    }
  })

  test('that another node has written counts a share once', async () => {
    const device = await world.device(user)
    const shares = findShares(await device.work(), 2)
    await device.link.report(fullReport(1))
    expect(await atSecond(device).report(fullReport(2, shares))).toMatchObject({ accepted: 2 })
    const again = await device.link.report(fullReport(3, shares))
    expect(again).toMatchObject({ accepted: 0, refused: [{ reason: 'REPEATED' }, { reason: 'REPEATED' }] })
    expect(await stored(device)).toMatchObject({ shares: { count: 2 }, hours: { accepted: 2, refused: 2 } })
  })

  test('answers a report that another node has answered with the same answer', async () => {
    const device = await world.device(user)
    const shares = findShares(await device.work(), 2)
    await device.link.report(fullReport(1))
    const answer = await atSecond(device).report(fullReport(2, shares))
    expect(await device.link.report(fullReport(2, shares))).toEqual(answer)
    expect(await atSecond(device).report(fullReport(3))).toMatchObject({ accepted: 0 })
    const refusal = { reason: 'REPORT_OUTDATED', data: { lastSequence: 3 } }
    await expect(device.link.report(fullReport(2, shares))).rejects.toMatchObject(refusal)
  })

  test('learns of a wish with its next report, whichever node has taken it', async () => {
    const device = await world.device(user)
    await device.report()
    await user.call(wishOfMachines, { ids: [device.id], settings: { threads: 2 } })
    expect((await device.report()).wish).toMatchObject({ settings: { threads: 2 } })
  })

  test('keeps a new name, and is gone when it was unbound', async () => {
    const device = await world.device(user)
    await device.report()
    await user.call(renameMachine, { id: device.id, name: 'Attic' })
    await device.report()
    expect(await world.query('select name from devices where id = $1', [device.id])).toEqual([{ name: 'Attic' }])
    await user.call(unbindMachine, { id: device.id })
    // Its work would fit, and the answer would change nothing.
    await expect(device.work()).rejects.toThrow()
    await expect(device.report()).rejects.toThrow()
    expect((await stored(device)).hours?.accepted).toBe(0)
  })
})

describe('a lost connection', () => {
  test.each([
    { at: 1, side: 'before' },
    { at: 1, side: 'after' },
    { at: 2, side: 'before' },
    { at: 2, side: 'after' },
  ] as const)('$side statement $at fails the report, which counts once when it is sent again', async (cut) => {
    const device = await world.device(user)
    const work = await device.work()
    await device.report()
    const shares = findShares(work, 2)
    const { isCut, failure } = await sever(world.databaseUrl, cut, () => device.link.report(fullReport(2, shares)))
    expect([isCut, failure === undefined]).toEqual([true, false])
    await expect
      .poll(() => device.link.report(fullReport(2, shares)).catch(() => undefined))
      .toMatchObject({ accepted: 2, refused: [] })
    expect(await stored(device)).toMatchObject({ shares: { count: 2 }, hours: { accepted: 2 } })
  })

  test('says that nothing was changed where the statement was not sent, and not where it may have been', async () => {
    const device = await world.device(user)
    const work = await device.work()
    await device.report()
    const post = (sequence: number) =>
      world.post('/agent/report', fullReport(sequence, findShares(work, 1)), { 'device-token': device.token })
    const answers: number[] = []
    for (const [index, at] of [1, 2].entries()) {
      await sever(world.databaseUrl, { at, side: 'before' }, async () => {
        answers.push((await post(index + 2)).status)
      })
      await expect.poll(async () => (await post(index + 2)).status).toBe(200)
    }
    expect(answers).toEqual([503, 500])
  })
})

test('two nodes count every acknowledged share of a user once, over the change of an hour and repeated reports', async () => {
  const all = await devices(24, others[1])
  const random = createRandom(7)
  const sent = new Map<Device, number>()
  const acknowledged = new Map<Device, number>()
  for (let round = 0; round < 12; round += 1) {
    world.clock.advance(round === 6 ? 3_600 : 30)
    await Promise.all(
      all.map(async (device) => {
        const links = [device.link, atSecond(device)]
        const link = random.pick(links)
        const { work, lastSequence } = await link.work()
        const shares = findShares(work, random.below(3))
        const report = fullReport(lastSequence + 1, shares)
        const answers = await Promise.all(links.map((one) => one.report(report)))
        sent.set(device, (sent.get(device) ?? 0) + shares.length)
        expect(answers[0]).toEqual(answers[1])
        acknowledged.set(device, (acknowledged.get(device) ?? 0) + Number(answers[0]?.accepted))
      }),
    )
  }
  for (const device of all) {
    const count = sent.get(device)
    expect(acknowledged.get(device)).toBe(count)
    const { shares, hours, totals } = await stored(device)
    expect([shares?.count, hours?.accepted, totals?.work]).toEqual([count, count, hours?.work])
  }
  const { rows } = await world.running.ctx.pool.query(
    `select (select sum(work) from user_hours where user_id = $1)::int as summed, sum(work)::int as work
     from device_hours join devices on devices.id = device_id where user_id = $1`,
    [(await world.query<{ user_id: string }>('select user_id from devices where id = $1', [all[0]?.id]))[0]?.user_id],
  )
  expect(rows[0]?.summed).toBe(rows[0]?.work)
})
