import { lchownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Account, isOfNobody, ownerOfCluster, serverAccount } from './account.ts'
import { installedBinaries, usableBinaries } from './binaries.ts'
import { ensureCluster, type Installation } from './cluster.ts'
import { allowTraversal, chownTree } from './folder-access.ts'
import { chooseHome, clusterOf, existingHome, makeHome } from './home.ts'
import { acquireOwnership, DatabaseInUseError } from './ownership.ts'
import { findRunning } from './running-server.ts'
import { runServer, stopServer, urlOf } from './server.ts'

export interface EmbeddedOptions {
  /** The requested data folder. */
  folder: string
  /** Parent folders of ours that the server's user, and nobody else, has to pass through. */
  parentFolders?: readonly string[]
  /** Created when it does not exist. */
  database: string
  /** Trades durability for speed, with more connections; for tests only. */
  fast?: boolean
  log?: { info(message: string): void; warn(message: string): void }
  /** Fallback data folders, and the binaries to use; for tests. */
  fallbackFolders?: readonly string[]
  binaries?: string
}

export interface Embedded {
  readonly url: string
  /** The folder that holds the data. */
  readonly folder: string
  /** Whether a server was already running there, left behind by a killed process. */
  readonly adopted: boolean
  stop(): Promise<void>
}

/**
 * Starts a real PostgreSQL from npm on a folder, on the loopback address, owned by this process alone. Throws when it cannot
 * run here (the message says `set DATABASE_URL` where that helps) or has another owner.
 */
export async function startEmbedded(parts: EmbeddedOptions): Promise<Embedded> {
  const installation = await prepare(parts)
  await migrateFromNobody(installation, parts.log)
  const password = ensureCluster(installation)
  const { server, owner } = await own(installation, password, parts.log)
  await ensureDatabase(urlOf(server.port, password, 'postgres'), parts.database)
  parts.log?.info(`embedded PostgreSQL ${server.adopted ? 'taken over' : 'started'}, data in ${installation.home}`)
  const atExit = () => signal(findRunning(clusterOf(installation.home))?.pid)
  process.once('exit', atExit)
  return {
    url: urlOf(server.port, password, parts.database),
    folder: installation.home,
    adopted: server.adopted,
    async stop() {
      process.off('exit', atExit)
      await owner.releaseAfter(() => stopServer(installation))
    },
  }
}

/** A server that its last owner is stopping may go down between taking it over and owning it: then try again. */
async function own(installation: Installation, password: string, log: EmbeddedOptions['log']) {
  for (let attempts = 1; ; attempts++) {
    const server = await runServer(installation, password)
    // Existing pools reconnect at the same address.
    const revive = async () => {
      const { adopted } = await runServer(installation, password, server.port)
      if (!adopted) log?.warn('embedded PostgreSQL had ended and was started again')
    }
    try {
      return {
        server,
        owner: await acquireOwnership(urlOf(server.port, password, 'postgres'), installation.home, revive),
      }
    } catch (error) {
      if (error instanceof DatabaseInUseError) server.release()
      if (error instanceof DatabaseInUseError || attempts === 3) throw error
    }
  }
}

async function prepare(parts: EmbeddedOptions): Promise<Installation> {
  const installed = parts.binaries ?? (await installedBinaries())
  const requested = makeHome(parts.folder)
  const existing = existingHome(requested, parts.fallbackFolders)
  const account = serverAccount(clusterOf(existing ?? requested))
  // The user of another database may also pass through the parent folders (data-dir.ts).
  for (const folder of parts.parentFolders ?? []) allowTraversal(folder, account, 0o001)
  allowTraversal(requested, account)
  const home = chooseHome(requested, { existing, account, bases: parts.fallbackFolders })
  if (home !== requested) {
    allowTraversal(home, account)
    parts.log?.info(`the database user cannot reach ${requested}: its data stand in ${home}`)
  }
  const binaries = usableBinaries(installed, account, join(home, 'postgresql'))
  return { home, binaries, account, fast: parts.fast ?? false }
}

/**
 * Gives data that an older version ran as `nobody` to the server's own account, once no server runs on them. A server that was
 * left behind is taken over and stopped; one that another process owns is refused.
 */
async function migrateFromNobody(installation: Installation, log: EmbeddedOptions['log']): Promise<void> {
  const { home, account } = installation
  const cluster = clusterOf(home)
  if (!account || !isOfNobody(cluster)) return
  if (findRunning(cluster)) await stopOrphan({ ...installation, account: ownerOfCluster(cluster) }, account)
  // The owner of the folder could replace the data.
  lchownSync(home, 0, account.gid)
  for (const name of readdirSync(home).map((one) => join(home, one)))
    if (name !== cluster) chownTree(name, { uid: 0, gid: account.gid })
  // A killed migration starts over: the cluster's own folder belongs to `nobody` until everything in it does not.
  chownTree(cluster, account)
  log?.warn(
    `the data in ${home} belonged to nobody, whom other programs may be too: now they are of user ${account.uid}`,
  )
}

async function stopOrphan(asNobody: Installation, { gid }: Account): Promise<void> {
  // The folders have the new group by now, and the programs that stop the server have to pass through them.
  const installation = { ...asNobody, account: { uid: asNobody.account?.uid ?? 0, gid } }
  const { owner } = await own(installation, ensureCluster(installation), undefined)
  await owner.releaseAfter(() => stopServer(installation))
}

async function ensureDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
}

/** SIGINT is PostgreSQL's fast shutdown. */
function signal(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGINT')
  } catch {
    // It has already ended.
  }
}
