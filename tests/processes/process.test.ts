import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { login, userInfo } from '#lib/contract/accounts.ts'
import { recharge, rechargeDetail } from '#lib/contract/balance.ts'
import { payFromTestWallet } from '#lib/contract/deposits.ts'
import { machineList } from '#lib/contract/device-list.ts'
import { renameMachine } from '#lib/contract/devices.ts'
import { createSealer } from '#lib/crypto/sealer.ts'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { findRunning } from '#service/platform/db/embedded/running-server.ts'
import { createLink, UnreachableError } from '#service/programs/miner/link.ts'
import { bindByCode, findShares } from '#world/device.ts'
import { administer, createDatabase } from '#world/postgres.ts'
import { type ServiceProcess, spawnRefused, spawnService } from '#world/service-process.ts'
import { publicKey } from '#world/sm2-vectors.ts'
import { until } from '#world/until.ts'
import { createVisitor, registerUser, type ServiceAccess } from '#world/visitor.ts'
import { createWire } from '#world/wire.ts'
import { testSettings } from '#world/world.ts'
import { serviceArguments } from '../../scripts/lib/setup.mjs'

const cleanups: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean()
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'process-'))
  // As root the database runs as another user, who must pass through.
  chmodSync(folder, 0o755)
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

async function start(settings: Record<string, string>): Promise<ServiceProcess> {
  const service = await spawnService(settings)
  cleanups.push(() => service.end('SIGTERM'))
  return service
}

/** Access to a process: the machine's clock, letters from its mailbox page. */
function accessOf(service: ServiceProcess): ServiceAccess {
  const sealer = createSealer(publicKey)
  cleanups.push(() => sealer.close())
  const letter = async (address: string) => {
    const { body } = await until(async () => {
      const letters = (await (await fetch(`${service.mailbox}/letters.json`)).json()) as Record<string, string>[]
      return letters.find(({ recipient }) => recipient === address)
    })
    return { code: /\b\d{6}\b/.exec(body ?? '')?.[0] ?? '' }
  }
  return { address: service.address, sealer, clock: Date, letter }
}

async function freshSettings(more: Record<string, string> = {}): Promise<Record<string, string>> {
  const database = await createDatabase()
  cleanups.push(database.drop)
  return { ...testSettings(database.url, newFolder()), ...more }
}

test('B7 finishes an accepted call after SIGTERM, accepts no new one, and exits with 0', async () => {
  const settings = await freshSettings()
  const service = await start(settings)
  const user = await registerUser(accessOf(service))
  const client = new pg.Client(settings.DATABASE_URL)
  await client.connect()
  cleanups.push(() => client.end())
  await client.query('begin; lock table users in access exclusive mode')
  const accepted = user.call(userInfo, {})
  const waiting = `select 1 from pg_locks where not granted and relation = 'users'::regclass`
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(1)
  const exit = service.end('SIGTERM')
  const health = () =>
    fetch(`${service.address}/healthz`).then(
      () => 'answered',
      () => 'refused',
    )
  await expect.poll(health).toBe('refused')
  await client.query('commit')
  expect(await accepted).toEqual(user.info)
  expect(await exit).toBe(0)
  // A connection that stayed open for more calls would hold the process up.
  expect(service.output()).not.toContain('hung up')
  expect(service.output()).toContain('"signal":"SIGTERM"')
  expect(service.output()).not.toMatch(/"level":50/)
})

test('exits with 2 and names every wrong setting', async () => {
  const { code, output } = await spawnRefused({ NODE_ENV: 'production', PORT: 'x', SM2_PRIVATE_KEY: 'short' })
  expect(code).toBe(2)
  for (const name of ['PORT', 'SM2_PRIVATE_KEY', 'DATABASE_URL', 'PUBLIC_ORIGIN', 'PASSWORD_PEPPER', 'SMTP_URL'])
    expect(output).toContain(`- ${name} `)
})

/** A folder with a file of that text, or with a folder in its place. */
function holding(name: string, text?: string): string {
  const folder = newFolder()
  if (text === undefined) mkdirSync(join(folder, name), { recursive: true })
  else writeFileSync(join(folder, name), text)
  return folder
}

/** A database to which a user may connect, and do nothing in it. */
async function databaseOf(user: string): Promise<string> {
  const { url, drop } = await createDatabase('template0')
  const name = `${user}_${process.pid}`
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create role ${name} login password 'x'`)
  await client.end()
  cleanups.push(async () => {
    await drop()
    await administer((admin) => admin.query(`drop role ${name}`))
  })
  return Object.assign(new URL(url), { username: name, password: 'x' }).href
}

/** A database that a future version of the program has migrated. */
async function newerDatabase(): Promise<string> {
  const { url, drop } = await createDatabase()
  cleanups.push(drop)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`insert into kysely_migration values ('999-later', '2030-01-01')`)
  await client.end()
  return url
}

/** Each of these settings makes the start fail with that sentence and no stack. */
async function refuses(cases: readonly (readonly [Record<string, string>, string])[]): Promise<void> {
  for (const [setting, sentence] of cases) {
    const { code, output } = await spawnRefused(await freshSettings(setting))
    expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(`^${RegExp.escape(sentence)}`, 'm'))])
    expect(output).not.toContain('    at ')
  }
}

test('exits with a sentence when its database is not available', async () => {
  const [narrow, newer, plain] = await Promise.all([databaseOf('nobody'), newerDatabase(), createDatabase()])
  cleanups.push(plain.drop)
  await refuses([
    [
      { DATABASE_URL: Object.assign(new URL(plain.url), { password: 'wrong' }).href },
      "DATABASE_URL: the database can't be reached: password authentication failed",
    ],
    [{ DATABASE_URL: `${plain.url}_absent` }, "DATABASE_URL: the database can't be reached: database "],
    [
      { DATABASE_URL: `${plain.url}?sslmode=verify-full` },
      "DATABASE_URL: the database can't be reached: The server does",
    ],
    [{ DATABASE_URL: `${plain.url}?sslrootcert=/none` }, "DATABASE_URL: the database can't be reached: ENOENT"],
    [{ DATABASE_URL: narrow }, 'DATABASE_URL: its user may not do what the service needs: permission denied'],
    [{ DATABASE_URL: newer }, 'DATABASE_URL: its tables are of a newer version. '],
  ])
})

test('waits for a database that does not answer yet, or takes no writes, and says so once', async () => {
  const settings = await freshSettings()
  const wire = await createWire(settings.DATABASE_URL ?? '')
  cleanups.push(() => wire.close())
  wire.cut()
  const coming = start({ ...settings, DATABASE_URL: wire.url })
  await expect.poll(() => wire.attempts()).toBeGreaterThan(1)
  const name = new URL(wire.url).pathname.slice(1)
  await administer((client) => client.query(`alter database "${name}" set default_transaction_read_only = on`))
  wire.heal()
  const before = wire.attempts()
  await expect.poll(() => wire.attempts()).toBeGreaterThan(before + 1)
  await administer((client) => client.query(`alter database "${name}" reset default_transaction_read_only`))
  const service = await coming
  expect((await fetch(`${service.address}/readyz`)).status).toBe(200)
  await expect.poll(service.output).toContain('The start goes on when it answers.')
  expect(service.output().match(/the database can't be reached/g)).toHaveLength(1)
})

test('exits with a sentence when its data or its site are not available', async () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  const emptied = holding('postgres/pg18/base')
  writeFileSync(join(emptied, 'postgres/pg18/idleforge.password'), 'x')
  await refuses([
    [{ DATA_DIR: file, DATABASE_URL: '' }, `DATA_DIR: nothing can be kept in ${file}: `],
    [{ DATA_DIR: file, SM2_PRIVATE_KEY: '' }, `DATA_DIR: nothing can be kept in ${file}: `],
    [{ DATA_DIR: '/proc/none', DATABASE_URL: '' }, 'DATA_DIR: nothing can be kept in /proc/none: '],
    [{ SITE_DIR: '/none' }, 'SITE_DIR: there is no folder /none that '],
    [{ DATA_DIR: holding('pepper', ''), PASSWORD_PEPPER: '' }, 'DATA_DIR: '],
    [{ DATA_DIR: holding('sm2.key', 'no key'), SM2_PRIVATE_KEY: '' }, 'DATA_DIR: '],
    [{ DATA_DIR: holding('sm2.key'), SM2_PRIVATE_KEY: '' }, 'DATA_DIR: '],
    [{ DATA_DIR: holding('postgres/pg18/base'), DATABASE_URL: '' }, 'DATA_DIR: the password of the database, '],
    [{ DATA_DIR: emptied, DATABASE_URL: '' }, 'DATA_DIR: PostgreSQL does not start: '],
  ])
})

test('exits with a sentence when its port or its address are not available', async () => {
  const { DATABASE_URL: _, ...own } = testSettings('', newFolder())
  const service = await start(own)
  const taken = (address = '') => new URL(address).port
  await refuses([
    [{ PORT: taken(service.address) }, 'PORT: another program listens on port '],
    [{ MAILBOX_PORT: taken(service.mailbox) }, 'MAILBOX_PORT: another program listens on port '],
    [
      { PORT: taken(service.address), MAILBOX_PORT: taken(service.mailbox) },
      `PORT: another program listens on port ${taken(service.address)} of 127.0.0.1 already. Stop it, or set another PORT.`,
    ],
    [{ HOST: '192.0.2.1' }, "HOST: the service can't listen on 192.0.2.1: "],
    [{ HOST: '300.1.1.1' }, "HOST: the service can't listen on 300.1.1.1: "],
  ])
  const second = await spawnRefused(own)
  expect([second.code, second.output]).toEqual([1, expect.stringContaining('DATA_DIR: another process runs on the ')])
  expect(second.output).not.toContain('    at ')
})

test('creates no new pepper when there are passwords', async () => {
  const settings = await freshSettings({ DATA_DIR: newFolder(), PASSWORD_PEPPER: '' })
  const service = await start(settings)
  const { email, digest } = await registerUser(accessOf(service))
  await service.end('SIGTERM')
  const pepper = join(settings.DATA_DIR ?? '', 'pepper')
  renameSync(pepper, `${pepper}.away`)
  const { code, output } = await spawnRefused(settings)
  expect([code, output]).toEqual([1, expect.stringMatching(/^DATA_DIR: .*pepper is missing, .* Put back the file/m)])
  renameSync(`${pepper}.away`, pepper)
  const visitor = createVisitor(accessOf(await start(settings)))
  expect((await visitor.call(login, { username: email, password: digest, plat: 'web' })).userInfo.username).toBe(email)
})

test('keeps the letters of a local service on a page of the loopback address', async () => {
  const settings = await freshSettings()
  const service = await start(settings)
  expect(service.mailbox).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  await registerUser(accessOf(service), { email: 'local@example.test' })
  const client = new pg.Client(settings.DATABASE_URL)
  await client.connect()
  await client.query(`update local_mail set recipient = '<script>alert("x")</script>'`)
  await client.end()
  const page = await (await fetch(`${service.mailbox}/`)).text()
  expect(page).toContain('&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;')
  expect(page).not.toContain('<script')
  expect(page).toMatch(/\d{6} is your Idleforge code/)
  expect((await fetch(`${service.address}/letters.json`)).status).toBe(404)
})

test('B1 B5 H2 loses nothing and counts nothing twice over kill -9 of a service with its own database', async () => {
  const dataDir = newFolder()
  const { DATABASE_URL: _, ...settings } = testSettings('', dataDir)
  let service = await start(settings)
  const user = await registerUser(accessOf(service))
  const { deviceId, token } = await bindByCode(service, user)
  const second = await spawnRefused(settings)
  expect([second.code === 0, second.output]).toEqual([false, expect.stringContaining('another process runs')])
  let sequence = 0
  let mined = 0
  for (let round = 0; round < 3; round++) {
    const link = createLink(service.address, () => token)
    const { work, lastSequence } = await link.work()
    expect(lastSequence).toBe(sequence)
    const report = (count: number) => ({
      sequence: ++sequence,
      shares: findShares(work, count),
      state: 'mining' as const,
      gpuCount: 0,
      version: '1.0.0',
    })
    mined += (await link.report(report(1))).accepted
    // The next one is on its way when the process dies: whether it was taken is unknown.
    const unknown = report(1)
    const answer = link.report(unknown).catch(() => undefined)
    expect(await service.end('SIGKILL')).toBeNull()
    await answer
    service = await start(settings)
    const again = await createLink(service.address, () => token).report(unknown)
    expect(again).toMatchObject({ accepted: 1, refused: [] })
    mined += again.accepted
    const access = accessOf(service)
    const back = createVisitor(access, { token: user.token })
    expect(await back.call(userInfo, {})).toEqual(user.info)
    const { page } = await back.call(machineList, { page: 1 })
    expect(page.list).toMatchObject([{ id: deviceId, acceptedToday: mined, refusedToday: 0, status: 'online' }])
    await back.call(renameMachine, { id: deviceId, name: `Round ${round}` })
  }
  expect(mined).toBe(6)
})

test('credits a payment of the test wallet that was in flight over kill -9', async () => {
  const { DATABASE_URL: _, ...others } = testSettings('', newFolder())
  const settings = { ...others, TEST_CHAIN: '1' }
  let service = await start(settings)
  const user = await registerUser(accessOf(service))
  const request = { amount: '20', network: 'LOCAL', requestId: randomUUID() } as const
  const { _id: id, deposit } = await user.call(recharge, request)
  await user.call(payFromTestWallet, { address: deposit.address, amount: '20' })
  expect(await service.end('SIGKILL')).toBeNull()
  service = await start(settings)
  const back = createVisitor(accessOf(service), { token: user.token })
  await expect.poll(() => back.call(rechargeDetail, { id })).toMatchObject({ state: 'credited', credited: '20' })
})

test('B2 H2 continues with nothing lost and nothing twice over kill -9 of its database', async () => {
  const dataDir = newFolder()
  const { DATABASE_URL: _, ...settings } = testSettings('', dataDir)
  const service = await start(settings)
  const access = accessOf(service)
  const user = await registerUser(access)
  const { token } = await bindByCode(service, user)
  const link = createLink(service.address, () => token)
  let mined = 0
  for (let round = 1; round <= 3; round++) {
    const { work, lastSequence } = await link.work()
    const report = (sequence: number) => ({
      sequence,
      shares: findShares(work, 1),
      state: 'mining' as const,
      gpuCount: 0,
      version: '1.0.0',
    })
    mined += (await link.report(report(lastSequence + 1))).accepted
    // The next one is on its way when the server dies: whether it was taken is unknown.
    const unknown = report(lastSequence + 2)
    const answer = link.report(unknown).catch(() => undefined)
    process.kill(findRunning(clusterOf(join(dataDir, 'postgres')))?.pid ?? 0, 'SIGKILL')
    await answer
    const failures: unknown[] = []
    const attempt = async () => {
      try {
        return await link.report(unknown)
      } catch (error) {
        failures.push(error)
        throw error
      }
    }
    const again = await until(attempt)
    for (const error of failures) expect(error).toBeInstanceOf(UnreachableError)
    expect(again).toMatchObject({ accepted: 1, refused: [] })
    mined += again.accepted
    const { page } = await user.call(machineList, { page: 1 })
    expect(page.list).toMatchObject([{ acceptedToday: mined, refusedToday: 0, status: 'online' }])
  }
  expect(mined).toBe(6)
  expect(await user.call(userInfo, {})).toEqual(user.info)
  // Letters go through the queue, whose connections were lost as well.
  await registerUser(access, { email: 'after@example.test' })
})

test('the guide runs a node as npm start does', () => {
  expect(readFileSync('docs/guides/run-in-production.md', 'utf8')).toContain(`bin/node ${serviceArguments.join(' ')}\n`)
})
