import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Account, makerAccount } from './account.ts'
import { program } from './binaries.ts'
import { chownTree } from './folder-access.ts'
import { clusterOf } from './home.ts'

export const superuser = 'idleforge'
const scratchPrefix = 'making-'

export interface Installation {
  readonly home: string
  readonly binaries: string
  readonly account: Account | undefined
  /** Trades durability for speed; for tests only. */
  readonly fast: boolean
}

/** The data exist, but no server can run on them. */
export class UnusableDataError extends Error {
  override readonly name = 'UnusableDataError'
}

/**
 * Creates the cluster when there is none, and returns the superuser's password, which is stored in it with mode 0600. It is
 * created in a scratch folder and renamed when complete, so that a killed first start leaves no partial cluster.
 */
export function ensureCluster(installation: Installation): string {
  const cluster = clusterOf(installation.home)
  if (!existsSync(cluster)) makeCluster(installation, cluster)
  const password = existsSync(passwordFile(cluster)) ? readFileSync(passwordFile(cluster), 'utf8') : ''
  if (password !== '') return password
  throw new UnusableDataError(`the password of the database, ${passwordFile(cluster)}, is missing`)
}

export const passwordFile = (cluster: string) => join(cluster, 'idleforge.password')

function makeCluster(installation: Installation, cluster: string): void {
  const scratch = mkdtempSync(join(installation.home, `${scratchPrefix}${process.pid}-`))
  try {
    const made = join(scratch, 'cluster')
    mkdirSync(made, { mode: 0o700 })
    const password = join(scratch, 'password')
    writeFileSync(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
    const maker = makerAccount(installation.account)
    own(maker, [scratch, made, password])
    initialise({ ...installation, account: maker }, made, password)
    renameSync(password, passwordFile(made))
    if (installation.account && maker?.uid !== installation.account.uid) chownTree(made, installation.account)
    renameSync(made, cluster)
  } catch (error) {
    // Another process may have created it first; its cluster is as good.
    if (!existsSync(cluster)) throw error
  } finally {
    removeFolder(scratch)
  }
  removeAbandoned(installation.home)
}

function own(account: Account | undefined, paths: readonly string[]): void {
  if (account) for (const path of paths) chownSync(path, account.uid, account.gid)
}

function initialise({ binaries, account, fast }: Installation, folder: string, password: string): void {
  const options = ['-D', folder, '-U', superuser, `--pwfile=${password}`, '--auth=scram-sha-256', '-E', 'UTF8']
  // The built-in provider sorts by code point and knows Unicode's letter cases, in the same way on every system.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const initdb = program(binaries, 'initdb')
  const run = spawnSync(initdb, [...options, ...locale, ...(fast ? ['--no-sync'] : [])], {
    ...account,
    encoding: 'utf8',
    cwd: folder,
  })
  if (run.status !== 0) throw new Error(`initdb failed: ${run.error?.message ?? run.stderr.trim()}`)
}

/** Removes scratch folders of killed first starts, found by the process id in their name. */
function removeAbandoned(home: string): void {
  for (const name of readdirSync(home)) {
    if (!name.startsWith(scratchPrefix)) continue
    if (!isAlive(Number.parseInt(name.slice(scratchPrefix.length), 10))) removeFolder(join(home, name))
  }
}

/**
 * Removes a folder in which the initdb of a killed start may still write or delete. Node's rmSync silently leaves files behind
 * when another process deletes at the same time.
 */
export function removeFolder(folder: string): void {
  for (let tries = 0; tries < 100 && existsSync(folder); tries += 1)
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
