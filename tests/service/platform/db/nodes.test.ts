import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RefusedError } from '#lib/api/errors.ts'
import { emailVerifyCode, userInfo } from '#lib/contract/accounts.ts'
import { machineList } from '#lib/contract/device-list.ts'
import { editWallet } from '#lib/contract/wallets.ts'
import { createSealer } from '#lib/crypto/sealer.ts'
import { createSignature } from '#lib/crypto/signature.ts'
import { moneyChecks } from '#service/checks.ts'
import { allQueues } from '#service/features.ts'
import { verifyMoney } from '#service/money/ledger/verify.ts'
import type { Context } from '#service/platform/context.ts'
import { openDatabase } from '#service/platform/db/open.ts'
import { createLink } from '#service/programs/miner/link.ts'
import { bindByCode, findShares } from '#world/device.ts'
import { fundUser } from '#world/funds.ts'
import { createDatabase, type FreshDatabase } from '#world/postgres.ts'
import { type ServiceProcess, spawnService } from '#world/service-process.ts'
import { publicKey } from '#world/sm2-vectors.ts'
import { until } from '#world/until.ts'
import { createVisitor, registerUser, type ServiceAccess, type Visitor } from '#world/visitor.ts'
import { payment, walletOf, withdraw, wrongPayment } from '#world/wallets.ts'
import { testSettings } from '#world/world.ts'

const sealer = createSealer(publicKey)
const folders: string[] = []
const letters: { to: string; text: string }[] = []
let smtp: SMTPServer
let database: FreshDatabase
let nodes: ServiceProcess[] = []

/** Every letter of both nodes arrives here. */
function startSmtp(): Promise<SMTPServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      stream.on('end', () => {
        letters.push({ to: session.envelope.rcptTo[0]?.address ?? '', text })
        done()
      })
    },
  })
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)))
}

beforeAll(async () => {
  smtp = await startSmtp()
  // Empty: three nodes that start at once make every table and queue, and none of them fails.
  database = await createDatabase('template1')
  const { port } = smtp.server.address() as AddressInfo
  const settings = () => {
    const folder = mkdtempSync(join(tmpdir(), 'node-'))
    folders.push(folder)
    return { ...testSettings(database.url, folder), SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'warn' }
  }
  nodes = await Promise.all([0, 1, 2].map(() => spawnService(settings())))
})
afterAll(async () => {
  sealer.close()
  await Promise.all(nodes.map((node) => node.end('SIGTERM')))
  await new Promise<void>((resolve) => smtp.close(resolve))
  await database.drop()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const codeIn = (text: string) => /^Your code .*?(\d{6})/m.exec(text)?.[1] ?? ''
const accessOf = (node: number): ServiceAccess => ({
  address: nodes[node]?.address ?? '',
  sealer,
  clock: Date,
  letter: async (address) => {
    const { text } = await until(() => letters.find(({ to }) => to === address))
    return { code: codeIn(text) }
  },
})

async function query(sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('start at once on an empty database, and each migration runs once', async () => {
  for (const node of nodes) expect(node.output()).not.toMatch(/"level":[56]0/)
  const migrations = await query('select name from kysely_migration order by name')
  expect(migrations.length).toBeGreaterThanOrEqual(3)
  expect(new Set(migrations.map(({ name }) => name)).size).toBe(migrations.length)
  await expect.poll(() => query('select 1 from pgboss.version where cron_on is not null')).toHaveLength(1)
  const schedules = await query('select name, cron, timezone from pgboss.schedule order by name')
  const timed = allQueues({} as Context).filter(({ cron }) => cron)
  expect(timed.length).toBeGreaterThan(7)
  expect(schedules.map(({ name, timezone }) => `${name} ${timezone}`)).toEqual(
    timed.map(({ name }) => `${name} UTC`).sort(),
  )
})

test('share sessions, codes, devices and what a device reports', async () => {
  const user = await registerUser(accessOf(0))
  const visitor = createVisitor(accessOf(1), { token: user.token })
  expect(await visitor.call(userInfo, {})).toEqual(user.info)
  const { token } = await bindByCode({ address: accessOf(2).address }, visitor)
  const [one, other] = [0, 1].map((node) => createLink(accessOf(node).address, () => token))
  if (!one || !other) throw new Error('two links')
  const { work } = await one.work()
  const report = { sequence: 1, shares: findShares(work, 1), state: 'mining', gpuCount: 0, version: '1.0.0' } as const
  const answers = await Promise.all([one.report(report), other.report(report)])
  expect(answers[0]).toEqual(answers[1])
  expect((await user.call(machineList, { page: 1 })).page.list).toMatchObject([{ acceptedToday: 1, refusedToday: 0 }])
})

test('H5 D4 together accept a request once', async () => {
  const user = await registerUser(accessOf(1))
  for (let round = 0; round < 10; round++) {
    const signature = createSignature({ now: Date.now(), versionNo: '0.1.0', salt: 'idleforge' })
    const q = await sealer.seal({ ...signature })
    const sent = nodes.map((node) =>
      fetch(`${node.address}/api/user/info`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', token: user.token },
        body: JSON.stringify({ q }),
      }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 400, 400])
  }
})

test('E5 together evaluate five of two hundred guesses at a payment password', async () => {
  const user = await registerUser(accessOf(0))
  const wallet = await walletOf(user)
  const there = [0, 1].map((node) => createVisitor(accessOf(node), { token: user.token }))
  const guess = (index: number) =>
    there[index % 2]?.call(editWallet, {
      _id: wallet._id,
      addressName: 'Guessed',
      paymentPassword: index === 150 ? payment : wrongPayment,
    })
  const ended = await Promise.allSettled(Array.from({ length: 200 }, (_, index) => guess(index)))
  const reasons = ended.map((end) => (end.status === 'rejected' ? (end.reason as RefusedError).reason : 'right'))
  expect(reasons.filter((reason) => reason === 'PAYMENT_PASSWORD_WRONG')).toHaveLength(4)
  expect(reasons.filter((reason) => reason === 'PAYMENT_PASSWORD_LOCKED')).toHaveLength(196)
  const guards = `select cardinality(failures) as failures from payment_guards where user_id = '${user.info.id}'`
  expect(await query(guards)).toEqual([{ failures: 5 }])
})

test('A3 together accept one of thirty withdrawals of the whole balance', async () => {
  const user = await registerUser(accessOf(0))
  const wallet = await walletOf(user)
  const { db, close } = await openDatabase(database.url, () => undefined)
  await fundUser({ running: { ctx: { db } }, clock: Date }, user, { ALEO: '10' })
  const there = nodes.map((_, node) => createVisitor(accessOf(node), { token: user.token }))
  const ended = await Promise.allSettled(
    Array.from({ length: 30 }, (_, index) => withdraw(there[index % 3] as Visitor, wallet, { amount: '10' })),
  )
  const reasons = ended.map((end) => (end.status === 'rejected' ? (end.reason as RefusedError).reason : 'made'))
  expect(reasons.filter((reason) => reason === 'made')).toHaveLength(1)
  expect(reasons.filter((reason) => reason === 'OVER_BALANCE')).toHaveLength(29)
  expect((await verifyMoney(db, moneyChecks, Date.now())).breaches).toEqual([])
  await close()
})

test('send each letter once, whichever node received the request', async () => {
  const addresses = Array.from({ length: 60 }, (_, i) => `once${i}@example.test`)
  await Promise.all(
    addresses.map((username, i) =>
      createVisitor(accessOf(i % 3)).call(emailVerifyCode, { username, scene: 'register' }),
    ),
  )
  const done = `select count(*)::int as count from pgboss.job where name = 'mail' and state <> 'completed'`
  await expect.poll(() => query(done)).toEqual([{ count: 0 }])
  const sent = letters.map(({ to }) => to).filter((to) => to.startsWith('once'))
  expect(sent.sort()).toEqual(addresses.sort())
})
