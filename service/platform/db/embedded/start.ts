import { lchownSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { type Account, isOfNobody, ownerOfCluster, serverAccount } from './account.ts'
import { installedBinaries, usableBinaries } from './binaries.ts'
import { ensureCluster, type Ground } from './cluster.ts'
import { chooseHome, clusterOf, makeHome, standingHome } from './home.ts'
import { OwnedElsewhere, takeOwnership } from './ownership.ts'
import { giveTo, letPass } from './passage.ts'
import { findRunning } from './running.ts'
import { runServer, stopServer, urlOf } from './server.ts'

export interface EmbeddedParts {
  /** Where the data shall stand. */
  folder: string
  /** Folders of ours above it, which the server's user has to pass through; nobody else does. */
  above?: readonly string[]
  /** Made when it does not exist. */
  database: string
  /** Trades durability for speed, with room for many at once: for tests only. */
  fast?: boolean
  log?: { info(message: string): void; warn(message: string): void }
  /** Where data go when the server's user cannot reach `folder`, and which binaries to take: for tests. */
  elsewhere?: readonly string[]
  binaries?: string
}

export interface Embedded {
  readonly url: string
  /** Where the data really stand. */
  readonly folder: string
  /** Whether a server was running there already, left behind by a process that was killed. */
  readonly adopted: boolean
  stop(): Promise<void>
}

/**
 * A real PostgreSQL from npm on a folder of ours, on the loopback address, owned by this process alone.
 * Throws, with `set DATABASE_URL` where that is the way out, when it cannot run here or has another owner.
 */
export async function startEmbedded(parts: EmbeddedParts): Promise<Embedded> {
  const ground = await prepare(parts)
  await leaveNobody(ground, parts.log)
  const password = ensureCluster(ground)
  const { server, owner } = await own(ground, password, parts.log)
  await ensureDatabase(urlOf(server.port, password, 'postgres'), parts.database)
  parts.log?.info(`embedded PostgreSQL ${server.adopted ? 'taken over' : 'started'}, data in ${ground.home}`)
  const atExit = () => signal(findRunning(clusterOf(ground.home))?.pid)
  process.once('exit', atExit)
  return {
    url: urlOf(server.port, password, parts.database),
    folder: ground.home,
    adopted: server.adopted,
    async stop() {
      process.off('exit', atExit)
      await owner.releaseAfter(() => stopServer(ground))
    },
  }
}

/** A server that its last owner is just stopping may go down between taking it over and owning it: then begin again. */
async function own(ground: Ground, password: string, log: EmbeddedParts['log']) {
  for (let attempts = 1; ; attempts++) {
    const server = await runServer(ground, password)
    // Whoever has connected goes on at the same address.
    const revive = async () => {
      const { adopted } = await runServer(ground, password, server.port)
      if (!adopted) log?.warn('embedded PostgreSQL had ended and was started again')
    }
    try {
      return { server, owner: await takeOwnership(urlOf(server.port, password, 'postgres'), ground.home, revive) }
    } catch (error) {
      if (error instanceof OwnedElsewhere) server.letGo()
      if (error instanceof OwnedElsewhere || attempts === 3) throw error
    }
  }
}

async function prepare(parts: EmbeddedParts): Promise<Ground> {
  const installed = parts.binaries ?? (await installedBinaries())
  const wanted = makeHome(parts.folder)
  const standing = standingHome(wanted, parts.elsewhere)
  const account = serverAccount(clusterOf(standing ?? wanted))
  // Through what is above the user of another database may pass too (data-dir.ts).
  for (const folder of parts.above ?? []) letPass(folder, account, 0o001)
  letPass(wanted, account)
  const home = chooseHome(wanted, { standing, account, bases: parts.elsewhere })
  if (home !== wanted) {
    letPass(home, account)
    parts.log?.info(`the database user cannot reach ${wanted}: its data stand in ${home}`)
  }
  const binaries = usableBinaries(installed, account, join(home, 'postgresql'))
  return { home, binaries, account, fast: parts.fast ?? false }
}

/**
 * Data that an older version has run as `nobody` become those of the server's own account, once no server runs on them. One
 * that was left behind is taken over and stopped; one of another living process is refused.
 */
async function leaveNobody(ground: Ground, log: EmbeddedParts['log']): Promise<void> {
  const { home, account } = ground
  const cluster = clusterOf(home)
  if (!account || !isOfNobody(cluster)) return
  if (findRunning(cluster)) await stopLeft({ ...ground, account: ownerOfCluster(cluster) }, account)
  // Whoever owns the folder could put other data in their place.
  lchownSync(home, 0, account.gid)
  for (const name of readdirSync(home).map((one) => join(home, one)))
    if (name !== cluster) giveTo(name, { uid: 0, gid: account.gid })
  // Whoever is killed on the way begins anew: the cluster's own folder is nobody's until all in it is not.
  giveTo(cluster, account)
  log?.warn(
    `the data in ${home} belonged to nobody, whom other programs may be too: now they are of user ${account.uid}`,
  )
}

async function stopLeft(asNobody: Ground, { gid }: Account): Promise<void> {
  // The folders are of the new group by now: the programs that stop it have to pass.
  const ground = { ...asNobody, account: { uid: asNobody.account?.uid ?? 0, gid } }
  const { owner } = await own(ground, ensureCluster(ground), undefined)
  await owner.releaseAfter(() => stopServer(ground))
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

/** SIGINT is PostgreSQL's own "stop at once, in order". */
function signal(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGINT')
  } catch {
    // Gone already.
  }
}
