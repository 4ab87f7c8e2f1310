import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { QueryResultRow } from 'pg'
import { createSealer, type Sealer } from '#lib/crypto/sealer.ts'
import { createSignature, type Signature } from '#lib/crypto/signature.ts'
import { moneyChecks } from '#service/checks.ts'
import { createCaptcha } from '#service/identity/sign-in/captcha.ts'
import { verifyMoneyAt } from '#service/money/ledger/verify.ts'
import { readConfig } from '#service/platform/config.ts'
import type { Check } from '#service/platform/db/check.ts'
import { DRAIN_LIMITS } from '#service/platform/http/drain.ts'
import { createLog } from '#service/platform/log.ts'
import { type Overrides, type Running, startService } from '#service/start.ts'
import { createClock, type SetClock } from './clock.ts'
import { lendDatabase } from './database-pool.ts'
import { bindDevice, type Device, type NewDevice } from './device.ts'
import { createMailSink, type Received } from './mail-sink.ts'
import { databaseSettings } from './postgres.ts'
import { privateKey, publicKey } from './sm2-vectors.ts'
import {
  type Browser,
  createVisitor,
  type NewUser,
  registerUser,
  type ServiceAccess,
  type User,
  type Visitor,
} from './visitor.ts'

export const pepper = 'a pepper of the tests, 32 characters or more'
export const captchaAnswer = 'Kx4Rp'
/** One for all worlds, which have the same key: its tables take longer to build than all tickets of a usual test. */
const sealer = createSealer(publicKey)
/** Requests that are still being sent when a world ends never complete. */
const drain = { ...DRAIN_LIMITS, incompleteMs: 100 }

/** Settings of a test's service; `LIMITS=test` widens every budget. */
export const testSettings = (databaseUrl: string, dataDir: string): Record<string, string> => ({
  NODE_ENV: 'test',
  PORT: '0',
  MAILBOX_PORT: '0',
  LIMITS: 'test',
  LOG_LEVEL: 'debug',
  TRUST_PROXY: '1',
  ...databaseSettings(databaseUrl),
  DATA_DIR: dataDir,
  SITE_DIR: dataDir,
  SM2_PRIVATE_KEY: privateKey,
  PASSWORD_PEPPER: pepper,
})

export interface Answer {
  status: number
  headers: Headers
  text: string
  body: { code: number; msg: string; data: Record<string, unknown> | null; resp_code: number; resp_msg: string }
}

export interface World {
  readonly clock: SetClock
  readonly sealer: Sealer
  readonly address: string
  readonly running: Running
  readonly dataDir: string
  readonly databaseUrl: string
  /** Everything that the service has logged, a JSON line each. */
  readonly logLines: string[]
  readonly letters: readonly Received[]
  letter(address: string): Promise<Received>
  /** All letters that were queued, sent or not, so that the absence of a letter is certain at once. */
  queuedLetters(): Promise<number>
  visitor(browser?: Browser): Visitor
  user(request?: NewUser): Promise<User>
  device(user: Visitor, request?: NewDevice): Promise<Device>
  query<Row extends QueryResultRow>(text: string, values?: readonly unknown[]): Promise<Row[]>
  /** Opens every connection of the pool: otherwise the first call of a race could end before the second has a connection. */
  warmUp(): Promise<void>
  /** A `q` with a valid signature, or with changed parts. */
  sealed(payload?: object, signature?: Partial<Record<keyof Signature, unknown>>): Promise<string>
  /** A raw POST, for requests that our clients never send. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Starts another node on the same database, which ends with this world. */
  node(overrides?: Overrides): Promise<ServiceAccess & { readonly running: Running }>
  /** Restarts the service on the same database; `between` runs while it is stopped. */
  restart(options?: { between(): void }): Promise<void>
  close(): Promise<void>
}

/** The money checks without the given ones: for tests of a part without the others. */
export const checksWithout = (...ids: readonly string[]): Check[] => moneyChecks.filter(({ id }) => !ids.includes(id))

export interface WorldOptions {
  /** Settings in place of those of the tests; `{ LIMITS: 'default' }` for the real budgets. */
  settings?: Record<string, string>
  /** Sends letters by the service's own adapter instead of the sink. */
  ownMail?: boolean
  /** Replacements of the service's parts. */
  overrides?: Overrides
  /** The money checks at the end; default all. */
  checks?: readonly Check[]
}

/** A real service with its own database: real HTTP, a clock that only tests move, letters that can be awaited. */
export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const database = await lendDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'world-'))
  const clock = createClock()
  const mail = createMailSink()
  const logLines: string[] = []
  const log = createLog('debug', { write: (line) => void logLines.push(line) })
  const settings: Record<string, string> = {
    ...testSettings(database.url, dataDir),
    // A test's own database is not behind the run's pooler.
    ...(options.settings?.DATABASE_URL !== undefined && { DATABASE_DIRECT_URL: '' }),
    ...options.settings,
  }
  const start = async () => {
    const started = await startService(readConfig(settings), {
      clock,
      log,
      ...(!options.ownMail && { mail }),
      drain,
      ...options.overrides,
    })
    // The captcha is drawn with a known answer; the rest of the adapter is real.
    started.ctx.captcha = createCaptcha(started.ctx.db, () => ({ text: captchaAnswer, svg: '<svg/>' }))
    return started
  }
  let running = await start()
  const nodes: Running[] = []
  const world: World = {
    clock,
    sealer,
    dataDir,
    databaseUrl: database.url,
    logLines,
    letters: mail.all,
    get address() {
      return running.address
    },
    get running() {
      return running
    },
    letter: (address) => mail.next(address),
    async queuedLetters() {
      const [row] = await world.query<{ count: number }>(
        `select count(*)::int as count from pgboss.job where name = 'mail'`,
      )
      return row?.count ?? 0
    },
    visitor: (browser) => createVisitor(world, browser),
    user: (request) => registerUser(world, request),
    device: (user, request) => bindDevice(world, user, request),
    query: async (text, values) => (await running.ctx.pool.query(text, values && [...values])).rows,
    async warmUp() {
      const { pool } = running.ctx
      await Promise.all(Array.from({ length: pool.options.max }, () => pool.query('select pg_sleep(0.1)')))
    },
    sealed(payload = {}, signature = {}) {
      const signed = createSignature({ now: clock.now(), versionNo: '0.1.0', salt: 'idleforge' })
      return sealer.seal({ ...payload, ...signed, ...signature })
    },
    post: (path, body, headers) => post(`${running.address}${path}`, body, headers),
    async node(overrides) {
      const node = await startService(readConfig({ ...settings, PORT: '0' }), { clock, log, mail, drain, ...overrides })
      nodes.push(node)
      return { address: node.address, running: node, sealer, clock, letter: world.letter }
    },
    async restart(options) {
      settings.PORT = new URL(running.address).port
      await running.close()
      options?.between()
      running = await start()
    },
    async close() {
      const { breaches } = await verifyMoneyAt(running.ctx.pool, options.checks ?? moneyChecks, clock.now())
      await Promise.all([running, ...nodes].map((node) => node.close()))
      await database.drop()
      rmSync(dataDir, { recursive: true, force: true })
      if (breaches.length > 0) throw new Error(`the money is wrong: ${JSON.stringify(breaches, null, 2)}`)
    },
  }
  return world
}

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const text = await response.text()
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    parsed = undefined
  }
  return { status: response.status, headers: response.headers, text, body: parsed as Answer['body'] }
}
