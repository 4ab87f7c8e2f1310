import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { program } from './binaries.ts'
import { type Installation, passwordFile, superuser, UnusableDataError } from './cluster.ts'
import { clusterOf } from './home.ts'
import { memoryBytes, plannerFlags } from './planner-flags.ts'
import { findRunning, type RunningServer } from './running-server.ts'

const timeoutMs = 60_000
/** PostgreSQL's code for a wrong password (its manual, appendix A). */
const WRONG_PASSWORD = '28P01'
const productionFlags = ['max_connections=60']
/** Many test worlds share one server, and each opens as many connections as a node does. */
const testFlags = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=200',
  'shared_buffers=64MB',
]

export const urlOf = (port: number, password: string, database: string) =>
  `postgres://${superuser}:${password}@127.0.0.1:${port}/${database}`

export interface Server extends RunningServer {
  /** Whether the server was already running. */
  adopted: boolean
  /** A server that was started here ends with this process, until this is called. */
  release(): void
}

/**
 * Takes over the server that runs on the cluster, or starts one, on a free port unless `port` is given. Resolves when it
 * accepts connections.
 */
export async function runServer(installation: Installation, password: string, port?: number): Promise<Server> {
  const deadline = Date.now() + timeoutMs
  let launched: Launched | undefined
  for (let attempts = 0; ; ) {
    const running = findRunning(clusterOf(installation.home))
    if (running?.port && (await answers(running, installation, password)))
      return { ...running, adopted: running.pid !== launched?.pid, release: () => launched?.release() }
    // There is no server, or another process is stopping it: the next iteration sees it gone.
    if (!running && !launched) launched = launch(installation, port ?? (await freePort()))
    const code = await (launched ? Promise.race([launched.exit, wait(25)]) : wait(25))
    if (code !== undefined) {
      launched = undefined
      // It may have lost a race for the port or for the cluster.
      if (++attempts === 3) throw new UnusableDataError(`PostgreSQL does not start: ${logTail(installation)}`)
    }
    if (Date.now() > deadline) throw new UnusableDataError(`PostgreSQL does not answer: ${logTail(installation)}`)
  }
}

const logFile = ({ home }: Installation) => join(home, 'postgres.log')

/** A start truncates the log once it is larger than a megabyte. */
function isLogLarge(installation: Installation): boolean {
  return (statSync(logFile(installation), { throwIfNoEntry: false })?.size ?? 0) > 1_000_000
}

/** The end of the log with the reason, and the path of the whole log. */
function logTail(installation: Installation): string {
  const lines = readFileSync(logFile(installation), 'utf8').slice(-2000).trim().split('\n').slice(-3)
  // Repeated attempts log the same lines.
  return `${[...new Set(lines)].join(' ')} (${logFile(installation)})`
}

interface Launched {
  pid: number | undefined
  exit: Promise<number>
  release(): void
}

/** Detached, so that Ctrl-C in a terminal reaches only the service, which then stops it. */
function launch(installation: Installation, port: number): Launched {
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'unix_socket_directories=',
    ...plannerFlags(memoryBytes()),
  ]
  const flags = [...settings, ...(installation.fast ? testFlags : productionFlags)].flatMap((setting) => [
    '-c',
    setting,
  ])
  const log = openSync(logFile(installation), isLogLarge(installation) ? 'w' : 'a', 0o600)
  const cluster = clusterOf(installation.home)
  const child = spawn(program(installation.binaries, 'postgres'), ['-D', cluster, ...flags], {
    ...installation.account,
    cwd: cluster,
    stdio: ['ignore', 'ignore', log],
    detached: true,
  })
  closeSync(log)
  child.unref()
  // SIGINT is PostgreSQL's fast shutdown.
  const end = () => child.kill('SIGINT')
  const release = () => process.off('exit', end)
  process.once('exit', end)
  const exit = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1))
    child.once('error', () => resolve(1))
  })
  return { pid: child.pid, exit: exit.finally(release), release }
}

async function answers(running: RunningServer, installation: Installation, password: string): Promise<boolean> {
  const connectionString = urlOf(running.port, password, 'postgres')
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 1500 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === clusterOf(installation.home)
  } catch (error) {
    if ((error as { code?: string }).code !== WRONG_PASSWORD) return false
    throw new UnusableDataError(
      `${passwordFile(clusterOf(installation.home))} does not hold the password of the database`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

/** Closes open connections and stops cleanly; without a checkpoint when that takes too long. */
export async function stopServer(installation: Installation): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    const options = ['stop', '-D', clusterOf(installation.home), '-m', mode, '-w', '-t', '20']
    const child = spawn(program(installation.binaries, 'pg_ctl'), options, {
      ...installation.account,
      cwd: '/',
      stdio: 'ignore',
    })
    const [code] = (await once(child, 'exit')) as [number | null]
    if (code === 0 || !findRunning(clusterOf(installation.home))) return
  }
}
