import type { FastifyInstance } from 'fastify'
import { brand } from '#lib/brand.ts'
import type { Endpoint } from '#lib/contract/endpoint.ts'
import { createApp } from './app.ts'
import { createPayments, createTestPayments, type Payments } from './chains/payments.ts'
import { createDeviceCalls } from './compute/devices/device-calls.ts'
import { settingFirstDay } from './compute/devices/first-day.ts'
import { features } from './feature-list.ts'
import { allQueues } from './features.ts'
import { createCaptcha } from './identity/sign-in/captcha.ts'
import { createVerifiers } from './identity/social/verifiers.ts'
import { directory } from './identity/users/directory.ts'
import { hasUsers } from './identity/users/queries.ts'
import { ordersSince, uncreditedOrders } from './market/output/orders-of-day.ts'
import { openMailbox } from './messaging/mail/mailbox.ts'
import { createLocalMail, createSmtpMail } from './messaging/mail/transport.ts'
import { createPush, newPushKeys, type PushKeys } from './messaging/notify/push.ts'
import { sharedSecret } from './messaging/notify/shared-secret.ts'
import { createTelegram } from './messaging/notify/telegram.ts'
import { holdings } from './money/balance/holdings.ts'
import { assertDepositKey } from './money/deposits/check-key.ts'
import { adoptLocalChain } from './money/deposits/local-network.ts'
import { createPoster } from './money/ledger/poster.ts'
import { feeValidationErrors } from './money/withdrawals/fees.ts'
import { openGoogle, openSites } from './open-providers.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, ConfigError } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { embeddedOptions, inDataDir, makeDataDir, protectDataDir } from './platform/data-dir.ts'
import { isDemoDatabase } from './platform/db/demo-marks.ts'
import { startEmbedded } from './platform/db/embedded/start.ts'
import { openDatabase } from './platform/db/open.ts'
import { waitForDatabase } from './platform/db/wait.ts'
import { createFaultLog } from './platform/fault-log.ts'
import { type DrainLimits, watchForDrain } from './platform/http/drain.ts'
import { createLimits } from './platform/http/limits.ts'
import { createLoad, PATIENT } from './platform/http/load.ts'
import { loadSm2Key } from './platform/http/sm2/key.ts'
import { createSm2Opener } from './platform/http/sm2/opener.ts'
import { selfTestOnce } from './platform/http/sm2/self-test.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import { closedHub } from './platform/live/hub.ts'
import { createLog } from './platform/log.ts'
import { createMutex } from './platform/mutex.ts'
import { allowLoopback, createOutbound } from './platform/outbound.ts'
import { loadOrCreatePepper } from './platform/secrets.ts'
import { referrals } from './rewards/invitations/referrals.ts'
import { awardMined } from './rewards/points/mined-points.ts'
import { socialTasks } from './rewards/tasks/social-tasks.ts'
import { roleModules, type StartedRole } from './roles.ts'
import { waitingSentence } from './start-error.ts'

/** Connections that may wait to be accepted: Node's default of 511 lets the kernel drop those of a burst, which come back seconds later. */
const BACKLOG = 4096

/** Parts that a test puts in place of the real ones. */
export type Overrides = Partial<
  Pick<Context, 'clock' | 'log' | 'mail' | 'captcha' | 'social' | 'outbound' | 'telegram' | 'google' | 'sites'>
> & {
  drain?: DrainLimits
  /** Called once calls may have been accepted. */
  onListening?: () => void
}

export interface Running {
  ctx: Context
  app: { http: FastifyInstance; endpoints: readonly Endpoint[] }
  address: string
  mailboxAddress: string | undefined
  close(): Promise<void>
}

/** Closes the parts that were opened, in reverse order. */
class Opened {
  readonly #closers: (() => unknown)[] = []
  add<T>(part: T, close: (part: T) => unknown): T {
    this.#closers.unshift(() => close(part))
    return part
  }
  async close(): Promise<void> {
    for (const close of this.#closers.splice(0)) await close()
  }
}

/** Starts a whole service: database, context, jobs, HTTP. When a step fails, what was opened is closed again. */
export async function startService(config: Config, overrides: Overrides = {}): Promise<Running> {
  const opened = new Opened()
  try {
    return await open(config, overrides, opened)
  } catch (error) {
    await opened.close()
    throw error
  }
}

async function open(config: Config, overrides: Overrides, opened: Opened): Promise<Running> {
  const { ctx, sessionUrl } = await openContext(config, overrides, opened)
  // No other start loads code of the demo.
  if (!config.demo) await refuseDemo(ctx)
  if (config.demo) opened.add(await (await import('./demo/start.ts')).startDemo(ctx), (demo) => demo.stop())
  let draining = false
  const http = await createApp(ctx, () => draining)
  // Every node sends jobs; those with the role of a queue run them.
  await ctx.jobs.start(allQueues(ctx))
  const endpoints: Endpoint[] = []
  for (const role of config.roles) {
    const started: StartedRole = await roleModules[role].start({ ctx, http, sessionUrl })
    opened.add(started, ({ stop }) => stop())
    endpoints.push(...(started.endpoints ?? []))
  }
  opened.add(watchForDrain(http, ctx, overrides.drain), (drain) => drain())
  const address = await http.listen({ host: config.host, port: config.port, backlog: BACKLOG })
  overrides.onListening?.()
  // Without a listener one connection that the kernel refuses, as when all descriptors are in use, would end the process.
  http.server.on('error', (error) =>
    ctx.faults.report({ name: 'accept', error, message: 'a connection could not be accepted' }),
  )
  const mailbox =
    config.roles.has('api') && config.smtpUrl === undefined && !config.production && !overrides.mail
      ? opened.add(await openMailbox(ctx.db, config.mailboxPort), ({ app: page }) => page.close())
      : undefined
  return {
    ctx,
    app: { http, endpoints },
    address,
    mailboxAddress: mailbox?.address,
    async close() {
      draining = true
      await opened.close()
    },
  }
}

/** A demo's database is refused, so that simulated accounts are never shown as real. */
async function refuseDemo({ db, config }: Context): Promise<void> {
  if (!(await isDemoDatabase(db))) return
  const setting = config.databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'
  throw new ConfigError(
    `${setting}: this database holds a demo, whose accounts are not real. Use another, or "npm run demo".`,
  )
}

/** Tests run beside others on a busy machine: there a late connection, or a long queue for a row, is no fault. */
const patience = ({ limits }: Config) => (limits === 'test' ? { connectMs: 60_000, statementMs: 60_000 } : {})

async function openContext(
  config: Config,
  overrides: Overrides,
  opened: Opened,
): Promise<{ ctx: Context; sessionUrl: string }> {
  const log = overrides.log ?? createLog(config.logLevel)
  const clock = overrides.clock ?? systemClock
  const faults = createFaultLog(log)
  if (needsDataDir(config)) makeDataDir(config.dataDir)
  for (const place of protectDataDir(config))
    log.warn({ place }, 'DATA_DIR: others may read this, and it is not ours to change. Take their rights away')
  const url = config.databaseUrl ?? (await embeddedUrl(config, log, opened))
  let forgetDevices = () => {}
  const onError = (error: Error) => {
    log.error({ err: error }, 'lost a database connection')
    forgetDevices()
  }
  const onAvailability = (isAvailable: boolean, cause: unknown) => {
    if (isAvailable) log.info('the database answers again')
    else log.error({ err: cause }, 'the database does not answer: calls are refused (503) until it does')
  }
  if (config.databaseUrl !== undefined)
    await waitForDatabase(url, (error) => log.warn({ err: error }, waitingSentence(error)))
  const sessionUrl = config.databaseDirectUrl ?? url
  const { db, pool } = opened.add(
    await openDatabase(url, onError, { ...patience(config), directUrl: config.databaseDirectUrl, onAvailability }),
    (database) => database.close(),
  )
  const payments = config.testChain ? await openTestChain({ config, db, log, clock }, opened) : createPayments(config)
  if (payments) await assertDepositKey(db, payments)
  for (const problem of await feeValidationErrors(db)) log.error(problem)
  const key = loadSm2Key({ privateKeyHex: config.sm2PrivateKey, file: inDataDir(config, 'sm2.key') })
  const opener = createSm2Opener({ privateKey: key.privateKey, previousKey: config.sm2PreviousKey, log })
  for (const one of [key.privateKey, config.sm2PreviousKey]) if (one) selfTestOnce(opener, one)
  const jobs = opened.add(
    createJobs(sessionUrl, log, {
      byCron: clock === systemClock,
      keepsTimetable: config.roles.has('jobs') || config.roles.has('chain'),
    }),
    (queue) => queue.close(),
  )
  const mail =
    overrides.mail ??
    (config.smtpUrl ? createSmtpMail(config.smtpUrl, config.mailFrom) : createLocalMail(db, clock, log))
  opened.add(mail, (one) => one.close())
  const pepper = config.passwordPepper ?? loadOrCreatePepper(inDataDir(config, 'pepper'), await hasUsers(db))
  const outbound = overrides.outbound ?? createOutbound(config.localWebhooks ? allowLoopback : undefined)
  const ctx: Context = {
    config,
    db,
    pool,
    clock,
    log,
    faults,
    mail,
    jobs,
    live: closedHub,
    opener,
    captcha: overrides.captcha ?? createCaptcha(db),
    social: {},
    socialTasks,
    holdings,
    referrals,
    directory,
    validDevices: { settingFirstDay },
    ownData: features.flatMap(({ ownData }) => ownData ?? []),
    contributions: { uncreditedOrders, ordersSince, awardMined },
    outbound,
    push: createPush(await pushKeys(db, pepper), { outbound, subject: subjectOf(config) }),
    telegram: overrides.telegram ?? (config.telegramBotToken ? createTelegram(config.telegramBotToken) : undefined),
    google: overrides.google ?? (await openGoogle({ config, faults }, opened)),
    sites: overrides.sites ?? (await openSites({ config, faults }, opened)),
    limits: createLimits(pool, config.limits === 'test' ? 1000 : 1),
    load: createLoad(log, undefined, config.limits === 'test' ? PATIENT : undefined),
    mutex: createMutex(),
    poster: createPoster({ db, pool }),
    deviceCalls: createDeviceCalls(db),
    payments,
    pepper,
  }
  ctx.social = overrides.social ?? createVerifiers(ctx)
  forgetDevices = ctx.deviceCalls.forget
  return { ctx, sessionUrl }
}

/** Browsers know the service by these keys: with other keys every subscription would end. */
const pushKeys = async (db: Context['db'], pepper: string): Promise<PushKeys> =>
  JSON.parse(await sharedSecret(db, { name: 'web push', pepper, make: () => JSON.stringify(newPushKeys()) }))

/** The contact for push services (RFC 8292, 2.1). */
const subjectOf = ({ origin }: Config): string =>
  origin.startsWith('https://') ? origin : `mailto:${brand.supportEmail}`

/** The network of this machine, whose code no other start loads. Where there is no node for this system, nothing is taken. */
async function openTestChain(
  { config, db, log, clock }: Pick<Context, 'config' | 'db' | 'log' | 'clock'>,
  opened: Opened,
): Promise<Payments | undefined> {
  const { startTestChain } = await import('./chains/test-chain/start.ts')
  try {
    const chain = opened.add(await startTestChain(inDataDir(config, 'testchain')), ({ stop }) => stop())
    if (chain.refused !== undefined)
      log.warn({ why: chain.refused }, 'the local test network starts again: its old state is set aside')
    await adoptLocalChain(db, chain, clock.now())
    return createTestPayments(chain)
  } catch (error) {
    log.warn({ err: error }, 'the local test network did not start: nothing can be paid')
    return undefined
  }
}

/** A node with its secrets in the environment and an external database needs no folder. */
const needsDataDir = ({ databaseUrl, passwordPepper, sm2PrivateKey, testChain }: Config): boolean =>
  databaseUrl === undefined || passwordPepper === undefined || sm2PrivateKey === undefined || testChain

async function embeddedUrl(config: Config, log: Context['log'], opened: Opened): Promise<string> {
  const server = await startEmbedded({ ...embeddedOptions(config), log })
  opened.add(server, ({ stop }) => stop())
  return server.url
}
