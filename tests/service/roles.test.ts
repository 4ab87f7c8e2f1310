import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailVerifyCode } from '#lib/contract/accounts.ts'
import { recharge } from '#lib/contract/balance.ts'
import { createSealer, type Sealer } from '#lib/crypto/sealer.ts'
import { POLL_QUEUE } from '#service/money/deposits/watch-networks.ts'
import { readConfig } from '#service/platform/config.ts'
import { DRAIN_LIMITS } from '#service/platform/http/drain.ts'
import { createLog } from '#service/platform/log.ts'
import { type Running, startService } from '#service/start.ts'
import { type Chain, startChain } from '#world/chain.ts'
import { lendDatabase } from '#world/database-pool.ts'
import { accountKeys } from '#world/deposit-keys.ts'
import { createMailSink, type MailSink } from '#world/mail-sink.ts'
import { freePort } from '#world/ports.ts'
import type { FreshDatabase } from '#world/postgres.ts'
import { publicKey } from '#world/sm2-vectors.ts'
import { createVisitor, registerUser, type ServiceAccess, type User } from '#world/visitor.ts'
import { testSettings } from '#world/world.ts'

/** Nodes of different roles on one database, by the machine's clock: what one node does, the others leave. */
interface Node {
  readonly running: Running
  readonly mail: MailSink
  readonly log: string[]
}

let database: FreshDatabase
let dataDir: string
let chain: Chain
let sealer: Sealer
let settings: Record<string, string>
let api: Node
let jobs: Node
let chainAndGateway: Node
const nodes = new Set<Node>()

beforeAll(async () => {
  database = await lendDatabase()
  dataDir = mkdtempSync(join(tmpdir(), 'roles-'))
  chain = await startChain({ chainId: 1, decimals: 6 })
  sealer = createSealer(publicKey)
  const port = await freePort([0, 1])
  settings = {
    ...testSettings(database.url, dataDir),
    DEPOSIT_XPUB: accountKeys().xpub,
    ETHEREUM_RPC_URL: chain.url,
    ETHEREUM_USDT: chain.token,
    ETHEREUM_CONFIRMATIONS: '2',
    GATEWAY_PORTS: `${port}-${port}`,
    GATEWAY_LINE_PORT: String(port + 1),
  }
  api = await start('api')
})
afterAll(async () => {
  sealer.close()
  for (const node of nodes) await node.running.close()
  await chain.stop()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(roles: string): Promise<Node> {
  const mail = createMailSink()
  const lines: string[] = []
  const log = createLog('debug', { write: (line) => void lines.push(line) })
  const drain = { ...DRAIN_LIMITS, hangUpMs: 100 }
  const node = {
    running: await startService(readConfig({ ...settings, ROLES: roles }), { mail, log, drain }),
    mail,
    log: lines,
  }
  nodes.add(node)
  return node
}
async function stop(node: Node): Promise<void> {
  nodes.delete(node)
  await node.running.close()
}

const rows = async (text: string, ...values: unknown[]) => (await api.running.ctx.pool.query(text, values)).rows
const statesOf = async (queue: string): Promise<string[]> =>
  (await rows('select state from pgboss.job where name = $1 order by created_on', queue)).map(({ state }) => state)
const send = (name: string, data: object) => {
  const { ctx } = api.running
  return ctx.db.transaction().execute((db) => ctx.jobs.send(db, name, data))
}
const get = async (node: Node, path: string) => {
  const response = await fetch(node.running.address + path)
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
/** The api node as clients see it; letters leave by the jobs node. */
const accessOf = (): ServiceAccess => ({
  address: api.running.address,
  sealer,
  clock: { now: () => Date.now() },
  letter: (address) => jobs.mail.next(address),
})
const isOpen = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => socket.destroy() && resolve(true))
    socket.on('error', () => resolve(false))
  })
const linePort = () => Number(settings.GATEWAY_LINE_PORT)
const gateways = () => rows('select address from gpu_gateways')

let user: User

test('a node without jobs queues a letter, sends none, and keeps no timetable', async () => {
  expect((await get(api, '/readyz')).body).toMatchObject({ ok: true, roles: ['api'] })
  await createVisitor(accessOf()).call(emailVerifyCode, { username: 'first@example.test', scene: 'register' })
  expect(await statesOf('mail')).toEqual(['created'])
  expect(await rows('select cron_on from pgboss.version')).toEqual([{ cron_on: null }])
})

test('a node with jobs does the work of calls that another node has answered', async () => {
  jobs = await start('jobs')
  expect((await jobs.mail.next('first@example.test')).code).toMatch(/^\d{6}$/)
  user = await registerUser(accessOf())
  expect(api.mail.all).toEqual([])
  await expect.poll(() => rows('select cron_on from pgboss.version')).not.toEqual([{ cron_on: null }])
})

test('only a node with jobs runs scheduled work', async () => {
  for (let sent = 0; sent < 20; sent += 1) await send('verify-money', {})
  const isDone = async () => (await statesOf('verify-money')).filter((state) => state === 'completed').length >= 20
  await expect.poll(isDone, { timeout: 20_000 }).toBe(true)
  const runs = (node: Node) => node.log.filter((line) => line.includes('the money is as it has to be')).length
  expect(runs(jobs)).toBeGreaterThanOrEqual(20)
  expect(runs(api)).toBe(0)
})

test('only a node with chain sees a deposit', async () => {
  const made = await user.call(recharge, { amount: '20', network: 'ETHEREUM', requestId: randomUUID() })
  const { address } = made.deposit
  await chain.mint(address as `0x${string}`, '20')
  await chain.mine(3)
  await send(POLL_QUEUE, { network: 'ETHEREUM' })
  await send('verify-money', {})
  // A job that was sent later is done, so a node that could look at the network has had the time.
  const last = async () => (await statesOf('verify-money')).at(-1)
  await expect.poll(last, { timeout: 20_000 }).toBe('completed')
  expect(await statesOf(POLL_QUEUE)).toEqual(['created'])
  expect(await rows('select * from chain_receipts')).toEqual([])
  expect(await rows('select * from chain_cursors')).toEqual([])
  expect([await gateways(), await isOpen(linePort())]).toEqual([[], false])

  chainAndGateway = await start('chain, gateway')
  const credited = async () =>
    (await rows('select credited from deposit_addresses where address = $1', address))[0]?.credited
  await expect.poll(credited, { timeout: 30_000 }).toBe(20_000_000n)
  await expect.poll(() => statesOf(POLL_QUEUE), { timeout: 20_000 }).toEqual(['completed'])
})

test('only a node with gateway opens its ports', async () => {
  expect(await gateways()).toEqual([{ address: `127.0.0.1:${linePort()}` }])
  expect(await isOpen(linePort())).toBe(true)
})

test('a node without api answers only health checks, and says where to send the rest', async () => {
  for (const [node, roles] of [
    [jobs, ['jobs']],
    [chainAndGateway, ['chain', 'gateway']],
  ] as const) {
    expect(await get(node, '/healthz')).toEqual({ status: 200, body: { ok: true, address: '127.0.0.1' } })
    expect(await get(node, '/readyz')).toMatchObject({ status: 200, body: { ok: true, roles } })
    for (const path of ['/', '/api/public-key', '/api/status', '/downloads/x', '/operate']) {
      const { status, body } = await get(node, path)
      expect([path, status, body.problem]).toEqual([
        path,
        404,
        `This node has the roles ${roles.join(', ')} and answers only /healthz and /readyz. Send requests to a node with the role api.`,
      ])
    }
    for (const path of ['/agent/bind', '/host/poll', '/api/user/info'])
      expect((await fetch(node.running.address + path, { method: 'POST', body: '{}' })).status).toBe(404)
  }
})

test('a node that stops leaves the others working', async () => {
  await stop(chainAndGateway)
  expect([await gateways(), await isOpen(linePort())]).toEqual([[], false])
  await registerUser(accessOf())
  await stop(jobs)
  await createVisitor(accessOf()).call(emailVerifyCode, { username: 'last@example.test', scene: 'register' })
  expect((await statesOf('mail')).at(-1)).toBe('created')
  jobs = await start('jobs')
  expect((await jobs.mail.next('last@example.test')).code).toMatch(/^\d{6}$/)
})
