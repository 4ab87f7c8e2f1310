import { once } from 'node:events'
import type { Server } from 'node:net'
import { HOST_PROTOCOL } from '#lib/contract/host.ts'
import { POLL_SECONDS } from '#lib/rules/gpu.ts'
import { LOGS_ABILITY, TEMPLATES_ABILITY } from '#lib/rules/gpu-templates.ts'
import { extendConnectTimeout } from '#service/platform/connect-timeout.ts'
import { applyProxies, failureReason } from '../network.ts'
import { measure } from './benchmark.ts'
import { type Bindings, openBindings } from './bindings.ts'
import { createContainerDriver } from './container-driver.ts'
import type { Driver, Facts } from './driver.ts'
import { createEngine, type Engine, installedEngines } from './engine.ts'
import { setFirewall } from './firewall.ts'
import { createGatewayLines } from './gateway-lines.ts'
import { loadOrCreateHostKey } from './host-key.ts'
import { poll, UnknownTokenError } from './link.ts'
import { availableBytes, createFacts, createLoad } from './machine.ts'
import { HOST_VERSION, type Options, readOptions, UsageError, usage } from './options.ts'
import { createProcessDriver, NOT_ISOLATED } from './process-driver.ts'
import { createProof } from './proof.ts'
import { createRentals } from './rentals.ts'
import { createSshServer } from './ssh.ts'
import { addSystemFolders } from './system-path.ts'
import { createUpkeep } from './upkeep.ts'

/** After so long without the service, it has ended these rentals: nobody pays for them any more. */
const MAX_OFFLINE_MS = 600_000
/** How often rentals are compared with their containers, and how soon pending work is repeated. */
const UPKEEP_MS = 15_000
const UPKEEP_SOON_MS = 3_000

const say = (text: string): void => console.log(`${new Date().toISOString()} ${text}`)

/** There is no automatic fallback: a renter would be on this system instead of in a container. */
const NO_ENGINE = `Neither Docker nor Podman is installed here. Rentals are containers, which keep renters apart from this system.
Install Docker (https://docs.docker.com/engine/install) or Podman (https://podman.io/docs/installation), start it, then start
the host again. To try it out by yourself without them, see --driver process in --help.`

/** Without root a renter would have the account of the host. The demo rents to the account's own user only. */
const NO_USERS = `--driver process needs root, which gives each rental a user of its own: without it, a renter would have your account.
Install Docker or Podman and leave the option out.`

const boundText = (bindings: Bindings): string =>
  `Rentals on this machine are containers of ${bindings.engine()}, and are continued or wiped by it only. Start the host without
--driver process. If that engine is gone for good and its files are deleted, delete ${bindings.file} too.`

function chooseDriver(options: Options, facts: Facts): { driver: Driver; engine?: Engine; bindings?: Bindings } {
  const { dataDir } = options
  const bindings = openBindings(dataDir)
  const bound = bindings.engine()
  if (options.driver === 'process') {
    if (bound) throw new UsageError(boundText(bindings))
    if (process.getuid?.() !== 0 && !process.env.IDLEFORGE_HOST_TIED) throw new UsageError(NO_USERS)
    return { driver: createProcessDriver(dataDir) }
  }
  const candidates = bound ? [bound] : installedEngines()
  if (candidates.length === 0) throw new UsageError(NO_ENGINE)
  const engine = createEngine(candidates)
  const readLimits = () => ({
    cores: facts.cores,
    // The owner keeps what is in use when the rental is created, and a part for the host itself.
    memoryMib: Math.max(256, Math.floor(availableBytes() / 1024 / 1024) - 512),
    gpus: facts.gpus.length > 0,
  })
  return { driver: createContainerDriver(engine, readLimits, { bindings }), engine, bindings }
}

function loadHostKey(dataDir: string): ReturnType<typeof loadOrCreateHostKey> {
  try {
    return loadOrCreateHostKey(dataDir)
  } catch (error) {
    throw new UsageError(
      `The host's files can't be kept in ${dataDir}: ${failureReason(error)}. Name another folder: --data DIR.`,
    )
  }
}

/** Listens for renters. A later error of the listener is logged and ends no rental. */
async function listening(server: Server, { host, port }: NonNullable<Options['listen']>): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening').catch((error: unknown) => {
    throw new UsageError(
      `Nobody can be let in at ${host}:${port}: ${failureReason(error)}. Name another address: --listen HOST:PORT.`,
    )
  })
  server.on('error', (error: Error) => say(`the listener at ${host}:${port} failed (${error.message})`))
}

/** Runs the host until the signal aborts. */
async function host(options: Options, signal: AbortSignal): Promise<void> {
  const { token, dataDir, listen } = options
  const { privateKey, fingerprint } = loadHostKey(dataDir)
  const readFacts = createFacts(dataDir)
  const facts = readFacts()
  const { driver, engine, bindings } = chooseDriver(options, facts)
  const readLoad = createLoad()
  const proof = createProof(driver, { log: say })
  const rentals = createRentals(driver, {
    log: say,
    disconnect: (id) => ssh.disconnect(id),
    failed: () => proof.invalidate(),
  })
  const upkeep = createUpkeep({ driver, engine, rentals, proof, log: say, firewall: setFirewall })
  const ssh = createSshServer(privateKey, { driver, current: rentals.current })
  const proxyWarning = applyProxies(process.env)
  if (proxyWarning !== undefined) say(proxyWarning)
  let machineId: string | undefined
  const lines = createGatewayLines({
    token,
    machineId: () => machineId,
    accept(rentalId, socket) {
      if (rentals.current()?.id !== rentalId) return false
      ssh.server.injectSocket(socket)
      return true
    },
    async connect(rentalId, port) {
      const order = rentals.current()
      if (order?.id !== rentalId) throw new Error(`rental ${rentalId} is not here`)
      return driver.connect(order, port)
    },
  })
  if (listen) await listening(ssh.server, listen)
  await upkeep.recover()
  say(`idleforge-host ${HOST_VERSION}, driver ${driver.name}, host key ${fingerprint}`)
  if (driver.name === 'process') say(`${NOT_ISOLATED}. The service rents this machine to its owner only.`)
  say(facts.gpus.length > 0 ? `${facts.gpus.length} GPUs` : 'no GPU: renting out the processor only')
  let lastReplyAt = Date.now()
  let benchmark: Awaited<ReturnType<typeof measure>> | undefined
  let isTended = false
  const abilities = driver.name === 'container' ? [TEMPLATES_ABILITY, LOGS_ABILITY] : []
  while (!signal.aborted) {
    let pollSeconds: number = POLL_SECONDS
    try {
      const reply = await poll(options, {
        ...{
          protocol: HOST_PROTOCOL,
          version: HOST_VERSION,
          driver: driver.name,
          hostKey: fingerprint,
          facts: readFacts(),
        },
        ...{ load: readLoad(), rentals: rentals.states(), trouble: upkeep.trouble(), abilities },
        ...(benchmark && { benchmark }),
      })
      lastReplyAt = Date.now()
      benchmark = undefined
      machineId = reply.machineId
      bindings?.setMachineId(machineId)
      pollSeconds = reply.pollSeconds
      await upkeep.recover()
      rentals.reconcile(reply.rentals)
      lines.setGateways(reply.gateways)
      if (!isTended) void tend(upkeep, signal)
      isTended = true
      if (reply.wantsBenchmark) benchmark = await measure(dataDir, token)
    } catch (error) {
      if (error instanceof UnknownTokenError) throw error
      say(`can't reach the service (${failureReason(error)})`)
      if (Date.now() - lastReplyAt > MAX_OFFLINE_MS) rentals.reconcile([])
    }
    await pause(pollSeconds * 1000, signal)
  }
  lines.close()
  ssh.server.close()
  await rentals.close()
}

async function tend(upkeep: ReturnType<typeof createUpkeep>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await upkeep.run().catch((error: unknown) => say(failureReason(error)))
    await pause(upkeep.isSettled() ? UPKEEP_MS : UPKEEP_SOON_MS, signal)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

async function main(): Promise<number> {
  extendConnectTimeout()
  const options = readOptions(process.argv.slice(2), process.env)
  // Replaces the command line in the list of processes, which every user of this system may read: it may have the token.
  process.title = 'idleforge-host'
  if (options === 'help' || options === 'version') {
    console.log(options === 'help' ? usage : HOST_VERSION)
    return 0
  }
  addSystemFolders(process.env)
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => ending.abort())
  // The parent process holds its standard input open, and may exit without a signal.
  if (process.env.IDLEFORGE_HOST_TIED) process.stdin.on('end', () => ending.abort()).resume()
  await host(options, ending.signal)
  return 0
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isUsage = error instanceof UsageError || error instanceof UnknownTokenError
    console.error(isUsage ? error.message : error)
    process.exit(isUsage ? 2 : 1)
  },
)
