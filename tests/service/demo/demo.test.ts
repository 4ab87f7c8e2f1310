import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '#lib/api/client.ts'
import { userInfo } from '#lib/contract/accounts.ts'
import { demoEnter } from '#lib/contract/demo.ts'
import * as list from '#lib/contract/device-list.ts'
import { machineStatistics } from '#lib/contract/device-statistics.ts'
import * as contract from '#lib/contract/devices.ts'
import { dailyIncome, earningsOverview } from '#lib/contract/earnings.ts'
import { reportList } from '#lib/contract/feedback.ts'
import { planDetail, planList } from '#lib/contract/market.ts'
import { messageList } from '#lib/contract/messages.ts'
import { orderList } from '#lib/contract/orders.ts'
import { paymentPasswordState } from '#lib/contract/payment-password.ts'
import { securityEventList } from '#lib/contract/security.ts'
import { taskList } from '#lib/contract/tasks.ts'
import { editWallet, wallets } from '#lib/contract/wallets.ts'
import { withdrawalList, withdrawalStatus } from '#lib/contract/withdrawals.ts'
import { createTicketMaker } from '#lib/crypto/curve.ts'
import { md5Hex } from '#lib/crypto/md5.ts'
import { seal } from '#lib/crypto/seal.ts'
import { OFFLINE_AFTER_MS } from '#lib/rules/devices.ts'
import { DEMO_PAYMENT_PASSWORD } from '#lib/rules/payment-password.ts'
import { moneyChecks } from '#service/checks.ts'
import { rateAt, spansOf } from '#service/demo/habits.ts'
import { createDemoReportHandler } from '#service/demo/miner.ts'
import { DEMO_USER, people } from '#service/demo/people.ts'
import { findLegalChanges } from '#service/identity/users/agreements.ts'
import { userByName } from '#service/identity/users/queries.ts'
import type { EmailAddress } from '#service/messaging/mail/email-address.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import { type Config, readConfig } from '#service/platform/config.ts'
import { saveLocalDoubles } from '#service/platform/local-doubles.ts'
import { checkSites } from '#service/programs/operate/check-sites.ts'
import { type Running, startService } from '#service/start.ts'
import { createDatabase, type FreshDatabase } from '#world/postgres.ts'
import { makeSite } from '#world/site.ts'
import { demoSettings } from '../../../scripts/lib/demo.mjs'

/** A Friday evening. */
const NOW = Date.UTC(2026, 10, 20, 18, 47, 11)
const DAY = 86_400_000
let passed = 0
const clock = { now: () => NOW + passed }

let folder = ''
let database: FreshDatabase
let service: Running

function settings(env: Record<string, string> = {}): Config {
  const common = {
    DATA_DIR: join(folder, 'demo'),
    SITE_DIR: join(folder, 'site'),
    PORT: '0',
    LOG_LEVEL: 'silent',
    LIMITS: 'test',
  }
  // Uses the tests' database server, although the settings never combine DEMO and DATABASE_URL.
  return { ...readConfig({ ...common, ...env }), databaseUrl: database.url }
}
/** An ordinary service: its local network would wait for that of the demo, which has the same folder. */
const ordinarySettings = () => settings({ TEST_CHAIN: '0' })
const startDemo = () => startService(settings({ DEMO: '1' }), { clock })

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'demo-'))
  makeSite(join(folder, 'site'))
  database = await createDatabase()
  service = await startDemo()
  return async () => {
    await service.close()
    await database.drop()
    rmSync(folder, { recursive: true })
  }
})

/** Ticket makers by public key: their tables take long to build. */
const ticketMakers = new Map<string, ReturnType<typeof createTicketMaker>>()

function clientOf(running: Running, token?: string) {
  const { publicKey } = running.ctx.opener
  const ticket = ticketMakers.get(publicKey) ?? createTicketMaker(publicKey)
  ticketMakers.set(publicKey, ticket)
  return createClient({
    base: `${running.address}/api`,
    salt: running.ctx.config.signSalt,
    versionNo: 'test',
    seal: async (payload) => seal(ticket(), new TextEncoder().encode(JSON.stringify(payload))) ?? '',
    session: () => (token === undefined ? undefined : { token }),
    lang: () => 'en',
    now: clock.now,
  })
}

async function visitor() {
  const { token } = await clientOf(service).call(demoEnter, {})
  return clientOf(service, token)
}

const rowsOf = async <T>(query: ReturnType<typeof sql<T>>): Promise<T[]> => (await query.execute(service.ctx.db)).rows
const myMachines = async () => (await (await visitor()).call(list.machineList, { page: 1, pageSize: 100 })).page.list
const machine = async (name: string) => {
  const found = (await myMachines()).find((one) => one.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}

test('shows an operator the local doubles of other sites, and whether they answer', async () => {
  const { config } = service.ctx
  const found = await checkSites(config)
  expect(found.map(({ of, isFine }) => [of, isFine])).toEqual([
    ['Google', true],
    ['X', true],
    ['Discord', true],
  ])
  for (const { says } of found)
    expect(says).toMatch(/^a local double of the demo at http:\/\/127\.0\.0\.1:\d+, which answers$/)
  const otherConfig = { ...config, dataDir: join(folder, 'elsewhere', 'demo') }
  expect((await checkSites(otherConfig)).map(({ says }) => says)).toEqual(['not set up', 'not set up', 'not set up'])
  saveLocalDoubles(otherConfig, { X: 'http://127.0.0.1:1' })
  expect((await checkSites(otherConfig)).find(({ of }) => of === 'X')).toEqual({
    of: 'X',
    what: 'tasks',
    says: 'a local double of the demo at http://127.0.0.1:1, which does not answer: start the demo again',
    isFine: false,
  })
})

test('answers each address of /operate once while there is no operator account', async () => {
  const accounts = await service.ctx.db.deleteFrom('operators').returningAll().execute()
  const paths = ['/operate', '/operate/', '/operate/style.css', '/operate/withdrawals?page=2', '/operate/sign-in']
  for (const method of ['GET', 'HEAD', 'POST'])
    for (const path of paths) {
      const body = method === 'POST' ? new URLSearchParams({ name: 'ada' }) : undefined
      const { status } = await fetch(service.address + path, { method, ...(body && { body }) })
      expect([method, path, status]).toEqual([method, path, method === 'POST' ? 405 : 404])
    }
  // A second answer throws after the first one, and would fail the run as an uncaught error.
  await setImmediate()
  expect((await fetch(`${service.address}/healthz`)).status).toBe(200)
  await service.ctx.db.insertInto('operators').values(accounts).execute()
  expect((await fetch(`${service.address}/operate`)).status).toBe(200)
})

describe('a filled demo', () => {
  test('shows the true state of its account: its sign-ins, and a payment password that is set', async () => {
    const one = await visitor()
    const { records } = await one.call(securityEventList, { page: 1 })
    const shown = records.map(({ kind, detail }) => [kind, detail])
    expect(shown[0]).toEqual(['signed-in', 'demo'])
    expect(shown.at(-1)).toEqual(['registered', ''])
    expect(new Set(shown.map(([kind]) => kind))).toEqual(new Set(['signed-in', 'registered']))
    expect(await one.call(paymentPasswordState, {})).toMatchObject({ state: 'ready' })
    const { records: tasks } = await one.call(taskList, { page: 1, size: 20 })
    expect(tasks.find(({ id }) => id === 'payment-password')?.status).toBe('unverified')
  })

  test('has people, and devices of every kind', async () => {
    const users = await service.ctx.db.selectFrom('users').select('username').execute()
    expect(users.map(({ username }) => username).sort()).toEqual(people.map(({ username }) => username).sort())
    expect(await machine('Garage server')).toMatchObject({ status: 'online', hashrate: 0, noWork: { cause: 'slow' } })
    expect(await machine('Living room')).toMatchObject({
      ...{ status: 'online', hashrate: 0, noWork: null, pause: { reason: 'in-use' } },
      ...{ settings: { throttle: 60 }, sensors: { celsius: 47 }, miningWatts: null },
    })
    expect(await machine('Render box')).toMatchObject({ pause: null, miningWatts: 214 })
    expect(await machine('Garage server')).toMatchObject({ settings: null, sensors: null })
    const { hot } = await machine('Mini PC')
    expect(hot).toMatchObject({ limit: 90 })
    expect(hot?.minutes).toBeGreaterThanOrEqual(15)
    expect(await machine('Old notebook')).toMatchObject({ status: 'offline', hashrate: 0, noWork: null })
    expect(await machine('Office desk')).toMatchObject({ status: 'offline' })
    expect((await machine('Render box')).refusedToday).toBeGreaterThan(0)
    expect((await machine('Garage server')).noWork?.minutes).toBeGreaterThanOrEqual(40)
  })

  test('has people who agreed to earlier legal texts, and one who has confirmed the terms since', async () => {
    const changesOf = async (name: string) => {
      const user = await userByName(service.ctx.db, name as EmailAddress)
      return (await findLegalChanges(service.ctx.db, user?.id ?? '')).map(({ legal }) => legal)
    }
    expect(await changesOf('sam.okoro@idleforge.example')).toEqual(['terms', 'privacy'])
    expect(await changesOf('yuki.sato@idleforge.example')).toEqual(['privacy'])
    expect(await changesOf(DEMO_USER)).toEqual([])
  })

  test('shows hash rates as PCs have them, near what each device really does', async () => {
    const plans = new Map(people.flatMap(({ devices }) => devices.map((plan) => [plan.name, plan] as const)))
    const working = (await myMachines()).filter(({ status, noWork, pause }) => status === 'online' && !noWork && !pause)
    expect(working.length).toBeGreaterThanOrEqual(3)
    for (const { name, hashrate } of working) {
      const plan = plans.get(name)
      expect(plan?.rate).toBeGreaterThan(500_000)
      expect(hashrate).toBeLessThan(50_000_000)
      const ratio = hashrate / (plan ? rateAt(plan, NOW) : 0)
      // About 60 shares in the window: one standard deviation is 13 %.
      expect(ratio).toBeGreaterThan(0.4)
      expect(ratio).toBeLessThan(1.8)
    }
  })

  test('has statistics that are the sum of its devices', async () => {
    const machines = await myMachines()
    const sum = (field: 'hashrate' | 'todayUptime') => machines.reduce((total, one) => total + one[field], 0)
    const client = await visitor()
    const statistics = await client.call(machineStatistics, {})
    const online = machines.filter(({ status }) => status === 'online').length
    expect(statistics).toMatchObject({ total: 8, online, offline: 8 - online, todaySeconds: sum('todayUptime') })
    expect(statistics.hashrate).toBeCloseTo(sum('hashrate'), 3)
    const { totalTime } = await client.call(contract.machineTotalTime, {})
    expect(totalTime).toBe(machines.reduce((total, one) => total + one.totalTime, 0))
    const range = { startTime: NOW / 1000 - 14 * 86_400, endTime: NOW / 1000 }
    const runs = await client.call(contract.projectRuntime, {
      startTime: Math.ceil(range.startTime),
      endTime: Math.floor(range.endTime),
    })
    expect(runs.list.map(({ seconds }) => seconds > 0)).toEqual([true, true, true])
    expect(runs.list.reduce((total, one) => total + one.seconds, 0)).toBeLessThanOrEqual(totalTime)
  })

  test('has no hour of more than an hour, and none to come', async () => {
    const hours = await rowsOf(sql<{ device_id: string; hour: Date; seconds: number }>`
      select device_id, hour, sum(seconds)::int as seconds from device_hours group by device_id, hour`)
    expect(hours.length).toBeGreaterThan(1000)
    expect(Math.max(...hours.map(({ seconds }) => seconds))).toBe(3600)
    expect(hours.filter(({ hour }) => hour.getTime() > NOW || hour.getTime() % 3_600_000 !== 0)).toEqual([])
    const days = new Set(hours.map(({ hour }) => Math.floor(hour.getTime() / DAY)))
    expect(days.size).toBe(14)
  })

  test('has totals that are the sum of their hours', async () => {
    const differing = await rowsOf(sql`
      select * from (select device_id, project, sum(seconds) as s, sum(work) as w from device_hours group by 1, 2) h
      full join device_totals t using (device_id, project) where h.s is distinct from t.seconds or h.w is distinct from t.work`)
    expect(differing).toEqual([])
  })

  test('has verified as many seconds as its log has devices online', async () => {
    const devices = await service.ctx.db.selectFrom('devices').selectAll().execute()
    expect(devices).toHaveLength(15)
    for (const device of devices) {
      const events = await service.ctx.db
        .selectFrom('device_events')
        .select(['kind', 'at'])
        .where('device_id', '=', device.id)
        .where('kind', 'in', ['online', 'offline'])
        .orderBy('at')
        .execute()
      expect(events.map(({ kind }, index) => kind === (index % 2 === 0 ? 'online' : 'offline'))).not.toContain(false)
      const came = events.filter(({ kind }) => kind === 'online').map(({ at }) => at.getTime())
      const went = events.filter(({ kind }) => kind === 'offline').map(({ at }) => at.getTime() - OFFLINE_AFTER_MS)
      const ends = [...went, device.last_seen_at?.getTime() ?? 0]
      const online = came.reduce((total, at, index) => total + (ends[index] ?? 0) - at, 0) / 1000
      const { seconds } = await service.ctx.db
        .selectFrom('device_totals')
        .select((row) => row.fn.sum<string>('seconds').as('seconds'))
        .where('device_id', '=', device.id)
        .executeTakeFirstOrThrow()
      expect(Number(seconds), device.name).toBe(online)
      expect(device.online_since?.getTime()).toBe(came.at(-1))
      expect(device.bound_at.getTime()).toBeLessThanOrEqual(came[0] ?? 0)
    }
  })

  test('has counted every refused share of its log', async () => {
    const [counted] = await rowsOf(sql<{ sum: number }>`select sum(refused)::int as sum from device_hours`)
    const shown = await service.ctx.db
      .selectFrom('device_events')
      .select('detail')
      .where('kind', '=', 'refused')
      .execute()
    expect(shown.length).toBeGreaterThan(50)
    expect(shown.reduce((sum, { detail }) => sum + Number(/^WRONG (\d+)$/.exec(detail)?.[1]), 0)).toBe(counted?.sum)
  })
})

describe('its earnings', () => {
  test('are settled by day, frozen for one, and withdrawable before that', async () => {
    const client = await visitor()
    const { coins, settledDay } = await client.call(earningsOverview, {})
    expect(settledDay).toBe('2026-11-19')
    expect(coins.map(({ currencyCode }) => currencyCode)).toEqual(['ALEO', 'GRASS', 'NODEPAY'])
    for (const { releases, ...coin } of coins) {
      expect(releases.map(({ releaseAt }) => releaseAt)).toEqual([Date.UTC(2026, 10, 21) / 1000])
      for (const part of ['minedToday', 'frozen', 'balance', 'yesterday'] as const)
        expect(coin[part], `${part} of ${coin.currencyCode}`).toMatch(/[1-9]/)
      expect(coin.frozen).toBe(coin.yesterday)
      expect(coin.settling).toBe('0')
    }
    const range = { startDate: '2026-11-07', endDate: '2026-11-19' }
    const { days } = await client.call(dailyIncome, range)
    expect(days.filter(({ coins: earned }) => earned.length > 0)).toHaveLength(13)
  })

  test('have gone into wallets and withdrawals of every kind, each step with its message', async () => {
    const client = await visitor()
    const { groups } = await client.call(wallets, {})
    expect(groups.map(({ currencyCode, list }) => [currencyCode, list.length])).toEqual([
      ['ALEO', 1],
      ['GRASS', 1],
    ])
    const { records } = await client.call(withdrawalList, { page: 1 })
    const { pending, cancelled, refused, credited } = withdrawalStatus
    expect(records.map(({ status }) => status)).toEqual([pending, cancelled, refused, credited])
    const messages = await client.call(messageList, { page: 1, category: 'message' })
    expect(messages.records.filter(({ isRead }) => !isRead).length, 'some are unread').toBeGreaterThan(0)
    expect(messages.total, 'each step is notified').toBeGreaterThan(8)
    // The password that the site shows to visitors is the one that counts: a name that stays changes nothing.
    expect(await client.call(userInfo, {})).toMatchObject({ setPaymentPassword: 1 })
    const { _id, addressName } = groups[0]?.list[0] ?? {}
    const keep = (password: string) =>
      client.call(editWallet, { _id: _id ?? '', addressName, paymentPassword: md5Hex(password) })
    await expect(keep('481516')).rejects.toMatchObject({ reason: 'PAYMENT_PASSWORD_WRONG' })
    expect((await keep(DEMO_PAYMENT_PASSWORD)).wallet).toMatchObject({ _id, addressName, holdUntil: null })
  })

  test('have notices, the newest of them unread', async () => {
    const { records } = await (await visitor()).call(messageList, { page: 1, category: 'announcement' })
    expect(records.map(({ isRead }) => isRead)).toEqual([false, true, true])
  })

  test('have reported, in every state', async () => {
    const { records } = await (await visitor()).call(reportList, {})
    expect(records.map(({ status }) => status)).toEqual(['Submitted', 'Replied', 'Closed'])
  })

  test('have ordered, and one order has ended as its plan has, beside what it had been estimated to bring', async () => {
    const client = await visitor()
    const { list: plans } = await client.call(planList, { type: 1 })
    const ended = plans.filter(({ state }) => state === 'paused')
    expect(ended).toMatchObject([{ title: 'Trial week', titleZh: '体验周', sold: 5 }])
    const { finished } = await client.call(planDetail, { id: ended[0]?.id ?? '' })
    expect(finished).toMatchObject({ orders: 1, percent: expect.closeTo(100, 0) })
    const { list: orders } = await client.call(orderList, { page: 1, pageSize: 50, status: 'success', type: 1 })
    const states = orders.map((order) => order.orderStatus === 'success' && order.run.runningStatus)
    expect(states.filter((state) => state === 'ended')).toHaveLength(1)
    expect(states.filter((state) => state === 'running').length).toBeGreaterThan(1)
  })

  test('are in the ledger too', async () => {
    const { breaches } = await verifyMoney(service.ctx.db, moneyChecks, NOW)
    expect(breaches).toEqual([])
  })
})

describe('entering', () => {
  test('opens a session of the demo account in one call', async () => {
    const entered = await clientOf(service).call(demoEnter, {})
    expect(entered.userInfo).toMatchObject({ username: DEMO_USER, name: 'Demo' })
    expect(await clientOf(service, entered.token).call(userInfo, {})).toEqual(entered.userInfo)
  })

  test('is announced with the public key', async () => {
    const shown = await (await fetch(`${service.address}/api/public-key`)).json()
    expect(shown).toEqual({ publicKey: service.ctx.opener.publicKey, demo: true })
  })

  test('does not exist outside the demo', async () => {
    const other = await createDatabase()
    const ordinary = await startService({ ...ordinarySettings(), databaseUrl: other.url }, { clock })
    try {
      await expect(clientOf(ordinary).call(demoEnter, {})).rejects.toMatchObject({ code: '4004' })
      expect(ordinary.app.endpoints.map(({ path }) => path)).not.toContain(demoEnter.path)
      expect(await (await fetch(`${ordinary.address}/api/public-key`)).json()).not.toHaveProperty('demo')
      expect(await ordinary.ctx.db.selectFrom('users').select('id').execute()).toEqual([])
      expect(() => createDemoReportHandler(ordinary.ctx)).toThrow('only in the demo')
    } finally {
      await ordinary.close()
      await other.drop()
    }
  })
})

test('accepts no simulated share from a device over the network', async () => {
  const client = await visitor()
  const { code } = await client.call(contract.bindCode, {})
  const ask = async (path: string, body: object, token = '') => {
    const headers = { 'content-type': 'application/json', ...(token && { 'device-token': token }) }
    const response = await fetch(`${service.address}/agent/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return (await response.json()).data
  }
  const about = { gpuCount: 0, version: '1.0.0' }
  const bound = await ask('bind', { code, name: 'Stranger', hardware: 'CPU', requestId: crypto.randomUUID(), ...about })
  const { work } = await ask('work', {}, bound.token)
  const shares = [{ workId: work.workId, nonce: 'dede000000000001' }]
  const answer = await ask('report', { sequence: 1, shares, state: 'mining', ...about }, bound.token)
  expect(answer).toMatchObject({ accepted: 0, refused: [{ reason: 'WRONG' }] })
  await client.call(contract.unbindMachine, { id: bound.deviceId })
})

describe('a second start', () => {
  const counts = () =>
    rowsOf(sql`select (select count(*)::int from users) as users, (select count(*)::int from devices) as devices,
      (select count(*)::int from device_hours) as hours, (select count(*)::int from audit) as marks,
      (select sum(part)::int from settlements) as reopened, (select count(*)::int from alarms) as alarms`)

  test('fills nothing again, and its devices go on where they were', async () => {
    const before = { counts: await counts(), tower: await machine('Study tower') }
    const renamed = await machine('Mini PC')
    await (await visitor()).call(contract.renameMachine, { id: renamed.id, name: 'Attic' })
    await service.close()
    passed += 30_000
    service = await startDemo()
    expect(await counts()).toEqual(before.counts)
    const tower = await machine('Study tower')
    expect(tower.totalTime - before.tower.totalTime).toBe(Number(tower.lastSeenAt) - Number(before.tower.lastSeenAt))
    expect(tower.lastSeenAt).toBe(Math.floor(clock.now() / 1000))
    expect(tower.currentUptime).toBeGreaterThan(before.tower.currentUptime)
    expect((await machine('Attic')).lastSeenAt).toBe(Math.floor(clock.now() / 1000))
  })

  test('finds its devices mining when it comes long after the first', async () => {
    await service.close()
    passed += 3_600_000
    service = await startDemo()
    const tower = await machine('Study tower')
    expect(tower).toMatchObject({ status: 'online', noWork: null })
    expect(tower.hashrate).toBeGreaterThan(0)
    expect(tower.currentUptime).toBeGreaterThan(20 * 60)
    expect((await verifyMoney(service.ctx.db, moneyChecks, clock.now())).breaches).toEqual([])
  })

  test('starts again when the filling was aborted', async () => {
    const old = await machine('Study tower')
    await service.ctx.db.deleteFrom('audit').where('act', '=', 'demo-filled').execute()
    await service.close()
    service = await startDemo()
    expect(await service.ctx.db.selectFrom('users').select('id').execute()).toHaveLength(people.length)
    expect((await machine('Study tower')).id).not.toBe(old.id)
    expect((await myMachines()).map(({ name }) => name)).toContain('Mini PC')
    expect((await (await visitor()).call(earningsOverview, {})).settledDay).toBe('2026-11-19')
    expect((await verifyMoney(service.ctx.db, moneyChecks, clock.now())).breaches).toEqual([])
  })
})

test('an ordinary service refuses a simulated database', async () => {
  await expect(startService(ordinarySettings(), { clock })).rejects.toThrow('DATABASE_URL: this database holds a demo')
})

describe('the ordinary database', () => {
  test('is refused when it has accounts', async () => {
    await service.ctx.db.deleteFrom('audit').execute()
    await expect(startDemo()).rejects.toThrow('this one has accounts')
  })

  test('is never the one that the command names', () => {
    expect(demoSettings({ DATA_DIR: '/srv/data', DATABASE_URL: 'postgres://live' })).toEqual({
      DEMO: '1',
      DATA_DIR: join('/srv/data', 'demo'),
      DATABASE_URL: '',
    })
    expect(demoSettings({}).DATA_DIR).toBe(join('.data', 'demo'))
    expect(readConfig(demoSettings({ DATABASE_URL: 'postgres://live' }))).toMatchObject({
      demo: true,
      databaseUrl: undefined,
    })
  })

  test.each([
    [{ DEMO: '1', DATA_DIR: '.data/demo', DATABASE_URL: 'postgres://live/db' }, 'DATABASE_URL must be empty'],
    [{ DEMO: '1' }, 'DATA_DIR must end in /demo'],
    [{ DEMO: '1', DATA_DIR: '.data/demo', NODE_ENV: 'production' }, 'DEMO never runs in production'],
  ])('is kept apart by the settings %j', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(sentence)
  })
})

test('keeps the spans of its habits apart from each other', () => {
  const [plan] = people.flatMap(({ devices }) => devices).filter(({ habit }) => habit === 'nights')
  if (!plan) throw new Error('nobody mines at night')
  // Friday's evening to Monday's morning is one span, whatever is cut out of it.
  const week = spansOf(plan, { from: NOW - 5 * DAY, to: NOW + 4 * DAY })
  expect(week.every(({ from, to }, index) => to > from && from > (week[index - 1]?.to ?? 0))).toBe(true)
  const hours = week.map(({ from, to }) => (to - from) / 3_600_000)
  expect(Math.max(...hours)).toBeGreaterThan(58)
  expect(spansOf(plan, { from: NOW - DAY, to: NOW + DAY })).toEqual(
    week
      .map(({ from, to }) => ({ from: Math.max(from, NOW - DAY), to: Math.min(to, NOW + DAY) }))
      .filter(({ from, to }) => to > from),
  )
})
