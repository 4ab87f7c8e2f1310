import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { machineList, machineRates } from '#lib/contract/device-list.ts'
import { machineStatistics } from '#lib/contract/device-statistics.ts'
import {
  machineLog,
  machineTotalTime,
  projectRuntime,
  renameMachine,
  unbindMachine,
  userMachineCount,
} from '#lib/contract/devices.ts'
import { settle } from '#service/money/earnings/settle.ts'
import type { Device } from '#world/device.ts'
import type { User } from '#world/visitor.ts'
import { createWorld, type World } from '#world/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

describe('the list', () => {
  let user: User
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
  beforeAll(async () => {
    user = await world.user()
    for (const name of ['A', 'B', 'C', 'D', 'E']) {
      world.clock.advance(1)
      const device = await world.device(user, { name })
      if (name !== 'C') await device.report()
    }
  })

  test('shows three a page, the newest first, with the number of all', async () => {
    const page = async (number: number) => (await user.call(machineList, { page: number })).page
    const [first, second, third] = [await page(1), await page(2), await page(3)]
    expect([names(first.list), first.total]).toEqual([['E', 'D', 'C'], 5])
    expect([names(second.list), second.total]).toEqual([['B', 'A'], 5])
    expect([names(third.list), third.total]).toEqual([[], 5])
  })

  test('filters by online and offline, which 90 s without a report makes', async () => {
    const listed = async (status: 'on' | 'off') => {
      const { page } = await user.call(machineList, { page: 1, pageSize: 100, status })
      expect(page.total).toBe(page.list.length)
      expect(page.list.every((machine) => machine.status === (status === 'on' ? 'online' : 'offline'))).toBe(true)
      return names(page.list).join('')
    }
    world.clock.advance(1)
    const last = await world.device(user, { name: 'F' })
    await last.report()
    expect([await listed('on'), await listed('off')]).toEqual(['FEDBA', 'C'])
    world.clock.advance(89)
    expect([await listed('on'), await listed('off')]).toEqual(['FE', 'DCBA'])
    world.clock.advance(0.001)
    expect([await listed('on'), await listed('off')]).toEqual(['F', 'EDCBA'])
  })
})

test('the list is searched and sorted, and shows yesterday’s earnings once they are settled', async () => {
  const own = await createWorld()
  // Also after a failure, because later files in this process count every statement.
  onTestFinished(() => own.close())
  const user = await own.user()
  own.clock.set('2026-03-10T10:00:00Z')
  // All mine the same coin, whichever turn each device would begin with.
  await own.query("update projects set active = false where coin <> 'ALEO'")
  const [fast, slow, idle] = [
    await own.device(user, { name: 'Zinc' }),
    await own.device(user, { name: 'amber 10%' }),
    await own.device(user, { name: 'Quartz' }),
  ]
  for (let round = 0; round < 3; round++) {
    await fast.mine(3)
    await slow.mine(1)
    own.clock.advance(45)
  }
  await fast.mine(1)
  await idle.report()
  const list = async (filter: object) =>
    (await user.call(machineList, { page: 1, pageSize: 100, ...filter })).page.list.map(({ name }) => name)
  expect(await list({ sort: 'name' })).toEqual(['amber 10%', 'Quartz', 'Zinc'])
  expect((await list({ sort: 'hashrate' })).slice(0, 2)).toEqual(['Zinc', 'amber 10%'])
  expect((await list({ sort: 'uptime' }))[2]).toBe('Quartz')
  expect(await list({ search: ' R 10% ' })).toEqual(['amber 10%'])
  expect(await list({ search: '_' })).toEqual([])
  expect(await list({ search: idle.id.slice(0, 8) })).toEqual(['Quartz'])
  // A search also matches the beginning of random ids, which four letters do not.
  const pageOf = async (filter: object) => (await user.call(machineList, { page: 1, pageSize: 1, ...filter })).page
  expect(await pageOf({ sort: 'name', page: 2 })).toMatchObject({ list: [{ name: 'Quartz' }], total: 3 })
  expect(await pageOf({ search: 'zinc' })).toMatchObject({ list: [{ name: 'Zinc' }], total: 1 })
  const earned = async () =>
    Object.fromEntries(
      (await user.call(machineList, { page: 1, pageSize: 100 })).page.list.map((one) => [
        one.name,
        one.yesterdayEarnings,
      ]),
    )
  own.clock.set('2026-03-11T01:00:00Z')
  expect((await earned()).Zinc).toBeNull()
  own.clock.set('2026-03-11T04:30:00Z')
  // A high rate, so that the little work of a test has a worth.
  await own.query('update rates set per_tera = 1000000000000')
  await settle(own.running.ctx)
  const after = await earned()
  expect(after.Quartz).toEqual([])
  expect(Number(after.Zinc?.[0]?.amount)).toBeGreaterThan(Number(after['amber 10%']?.[0]?.amount))
  expect((await list({ sort: 'earnings' }))[0]).toBe('Zinc')
  const { points } = await user.call(machineRates, { id: fast.id })
  expect(points).toHaveLength(24)
  expect(points.filter(({ hashrate }) => hashrate > 0).map(({ time }) => time)).toEqual([
    Date.parse('2026-03-10T10:00:00Z') / 1000,
  ])
  expect(points.at(-1)?.time).toBe(Date.parse('2026-03-11T04:00:00Z') / 1000)
  expect((await user.call(machineRates, { id: fast.id, span: 'week' })).points).toHaveLength(42)
  await expect((await own.user()).call(machineRates, { id: fast.id })).rejects.toMatchObject({
    reason: 'DEVICE_UNKNOWN',
  })
})

test('the statistics add up what the devices show', async () => {
  const user = await world.user()
  const devices = [await world.device(user), await world.device(user), await world.device(user)]
  const shares = [2, 3, 0]
  for (let round = 0; round < 3; round++) {
    for (const [index, device] of devices.entries()) await device.mine(shares[index] ?? 0)
    world.clock.advance(45)
  }
  await devices[0]?.report()
  world.clock.advance(46)
  const { page } = await user.call(machineList, { page: 1, pageSize: 100 })
  const sum = (field: 'hashrate' | 'todayUptime') => page.list.reduce((total, one) => total + one[field], 0)
  const total = await user.call(machineStatistics, {})
  expect(total).toMatchObject({ total: 3, online: 1, offline: 2, todaySeconds: sum('todayUptime') })
  expect(total.hashrate).toBeCloseTo(sum('hashrate'), 6)
  expect(total.hashrate).toBeGreaterThan(0)
  expect(total.hours).toHaveLength(new Date(world.clock.now()).getUTCHours() + 1)
  expect(total.hours.at(-1)).toBe(4)
  expect(await user.call(machineTotalTime, {})).toEqual({ totalTime: 315, totalUptime: 315 })
})

describe('a device', () => {
  test('has a log, the latest line first, a page at a time', async () => {
    const user = await world.user()
    const device = await world.device(user, { name: 'Attic' })
    world.clock.advance(1)
    await device.report()
    world.clock.advance(200)
    await device.report({ shares: [{ workId: 'none', nonce: '0'.repeat(16) }] })
    world.clock.advance(1)
    await user.call(renameMachine, { id: device.id, name: 'Cellar' })
    const { records, total } = await user.call(machineLog, { id: device.id, page: 1 })
    expect(total).toBe(6)
    expect(records.map(({ kind, detail }) => `${kind} ${detail}`.trim()).sort()).toEqual(
      ['bound', 'offline', 'online', 'online', 'refused FOREIGN 1', 'renamed Cellar'].sort(),
    )
    expect(records[0]?.kind).toBe('renamed')
    expect(records.at(-1)?.kind).toBe('bound')
    const offline = records.find(({ kind }) => kind === 'offline')
    expect(offline?.time).toBe(Math.floor(world.clock.now() / 1000) - 1 - 200 + 90)
    const second = await user.call(machineLog, { id: device.id, page: 2, size: 4 })
    expect(second.records).toEqual(records.slice(4))
  })

  test('has one line an hour for refused shares, however often they come', async () => {
    const user = await world.user()
    const device = await world.device(user)
    world.clock.set(new Date(Math.ceil(world.clock.now() / 3_600_000) * 3_600_000).toISOString())
    const foreign = { workId: 'none', nonce: '0'.repeat(16) }
    const work = await device.work()
    await device.report({ shares: [foreign] })
    world.clock.advance(30)
    await device.report({ shares: [foreign, { workId: work.workId, nonce: 'f'.repeat(16) }] })
    const { records } = await user.call(machineLog, { id: device.id, page: 1 })
    expect(records.filter(({ kind }) => kind === 'refused')).toMatchObject([
      { detail: 'FOREIGN 2, WRONG 1', time: world.clock.now() / 1000 },
    ])
    world.clock.advance(3600)
    await device.report({ shares: [foreign] })
    const later = await user.call(machineLog, { id: device.id, page: 1 })
    expect(later.records.find(({ kind }) => kind === 'refused')).toMatchObject({ detail: 'FOREIGN 1' })
    expect(later.total).toBe(records.length + 3)
  })

  test('loses its token when it is unbound, and its work stays', async () => {
    const user = await world.user()
    const device = await world.device(user)
    await device.mine(2)
    world.clock.advance(30)
    await device.mine(1)
    const from = Math.floor(world.clock.now() / 1000) - 3600
    const history = async () => ({
      runtime: await user.call(projectRuntime, { startTime: from, endTime: from + 7200 }),
      total: await user.call(machineTotalTime, {}),
      rows: await world.query('select * from device_hours where device_id = $1', [device.id]),
      shares: await world.query('select count(*) from shares where device_id = $1', [device.id]),
    })
    const before = await history()
    expect(before.total.totalTime).toBe(30)
    await user.call(unbindMachine, { id: device.id })
    await expect(device.link.work()).rejects.toMatchObject({ name: 'UnboundError' })
    await expect(device.report()).rejects.toMatchObject({ name: 'UnboundError' })
    expect(await user.call(userMachineCount, {})).toEqual({ count: 0 })
    await expect(user.call(unbindMachine, { id: device.id })).rejects.toMatchObject({ reason: 'DEVICE_UNKNOWN' })
    expect(await history()).toEqual(before)
  })

  test('takes a name without control characters, and trims it', async () => {
    const user = await world.user()
    const device = await world.device(user)
    await user.call(renameMachine, { id: device.id, name: '  矿机 <b>1</b>  ' })
    const { page } = await user.call(machineList, { page: 1 })
    expect(page.list[0]?.name).toBe('矿机 <b>1</b>')
    for (const name of ['', '   ', 'a\u0000', 'a\u001b[31m', '\ud800', 'x'.repeat(49)]) {
      const q = await world.sealed({ id: device.id, name })
      const { body } = await world.post('/api/machine/rename', { q }, { token: user.token })
      expect([name, body.code, body.data?.field]).toEqual([name, 4002, 'name'])
    }
  })
})

describe('H8 T20 a foreign device', () => {
  let owner: User
  let stranger: User
  let device: Device
  beforeAll(async () => {
    owner = await world.user()
    stranger = await world.user()
    device = await world.device(owner)
    await device.mine(1)
  })

  test.each([
    ['/machine/getMachineLog', { page: 1 }],
    ['/machine/getMachineRates', {}],
    ['/machine/getMachineYear', { from: 0, hours: 1 }],
    ['/machine/getMachineTotalTime', {}],
    ['/machine/rename', { name: 'Mine now' }],
    ['/machine/unbind', {}],
  ])('is refused by %s exactly like a missing one', async (path, more) => {
    const ask = async (id: string, token = stranger.token) =>
      world.post(`/api${path}`, { q: await world.sealed({ id, ...more }) }, { token })
    const foreign = await ask(device.id)
    expect(foreign.body).toMatchObject({ code: 4004, data: { reason: 'DEVICE_UNKNOWN' } })
    expect(foreign.text).toBe((await ask('AAAAAAAAAAAAAAAA')).text)
    const { page } = await owner.call(machineList, { page: 1 })
    expect(page.list).toMatchObject([{ id: device.id, name: device.name, status: 'online' }])
  })

  test('has each of the calls that take an id in the list above', () => {
    const withId = world.running.app.endpoints
      .filter(
        ({ path, request }) =>
          /^\/machine\//.test(path) && 'id' in ((request as unknown as { entries?: object }).entries ?? {}),
      )
      .map(({ path }) => path)
    expect(withId.sort()).toEqual([
      '/machine/getMachineLog',
      '/machine/getMachineRates',
      '/machine/getMachineTotalTime',
      '/machine/getMachineYear',
      '/machine/rename',
      '/machine/unbind',
    ])
  })

  test('adds nothing to the sums of another user', async () => {
    expect(await stranger.call(machineList, { page: 1 })).toEqual({ page: { list: [], total: 0 } })
    expect(await stranger.call(machineStatistics, {})).toMatchObject({ total: 0, hashrate: 0, todaySeconds: 0 })
    expect(await stranger.call(machineTotalTime, {})).toEqual({ totalTime: 0, totalUptime: 0 })
  })
})

describe('the run time of projects', () => {
  const DAY = 86_400
  let user: User
  beforeAll(async () => {
    user = await world.user()
  })
  const ask = (startTime: number, endTime: number) => user.call(projectRuntime, { startTime, endTime })
  const now = () => Math.floor(world.clock.now() / 1000)

  test('may be asked for 14 days, and not for a second more', async () => {
    expect((await ask(now() - 14 * DAY, now())).list.map(({ coin }) => coin)).toEqual(['ALEO', 'GRASS', 'NODEPAY'])
    await expect(ask(now() - 14 * DAY - 1, now())).rejects.toMatchObject({
      reason: 'RANGE_TOO_LONG',
      message: 'The time frame cannot exceed 14 days',
    })
  })

  test('may be asked for a moment, and not backwards', async () => {
    expect((await ask(now(), now())).list.every(({ seconds }) => seconds === 0)).toBe(true)
    await expect(ask(now(), now() - 1)).rejects.toMatchObject({ reason: 'RANGE_REVERSED' })
  })

  test('adds up the time for which each project was held', async () => {
    world.clock.set('2026-03-11T08:00:00Z')
    const device = await world.device(user)
    await device.report()
    await device.run(5400)
    const { list } = await ask(now() - DAY, now())
    expect(list.reduce((total, { seconds }) => total + seconds, 0)).toBe(5400)
    expect(list.every(({ seconds }) => seconds > 0)).toBe(true)
    const { page } = await user.call(machineList, { page: 1 })
    expect(page.list[0]?.projectList.map(({ totalRunTime }) => totalRunTime)).toEqual(
      list.map(({ seconds }) => seconds),
    )
    expect(page.list[0]?.totalTime).toBe(5400)
  })
})
