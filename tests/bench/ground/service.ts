import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSealer } from '#lib/crypto/sealer.ts'
import { findEmbeddedUrl } from '#service/platform/db/embedded/find-embedded.ts'
import { clusterOf } from '#service/platform/db/embedded/home.ts'
import { findRunning } from '#service/platform/db/embedded/running-server.ts'
import { type Database, LONG_STATEMENT_MS, openDatabase } from '#service/platform/db/open.ts'
import { type ServiceProcess, spawnService } from '#world/service-process.ts'
import { privateKey, publicKey } from '#world/sm2-vectors.ts'
import { createVisitor, type Visitor } from '#world/visitor.ts'

export interface Ground {
  readonly address: string
  readonly db: Database
  /** Process numbers, for the figures of /proc. */
  readonly servicePid: number
  readonly postgresPid: number
  /** Somebody with the token of a session, as a browser that has signed in. */
  visitor(token: string): Visitor
  /** The errors that the service has written. */
  output(): string
  close(): Promise<void>
}

/**
 * The service as `npm start` runs it, in a process of its own with its embedded PostgreSQL in full durability.
 * `LIMITS=test` widens the rate limits, because all requests come from one address.
 */
export async function startGround(
  site?: (folder: string) => void,
  start: (settings: Record<string, string>) => Promise<ServiceProcess> = spawnService,
): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  // As root the database server runs as another user, who has to be able to enter the folder.
  chmodSync(folder, 0o755)
  const siteDir = join(folder, 'site')
  mkdirSync(siteDir)
  if (site) cpSync('dist', siteDir, { recursive: true })
  site?.(siteDir)
  const settings = {
    PORT: '0',
    MAILBOX_PORT: '0',
    LIMITS: 'test',
    LOG_LEVEL: 'error',
    SM2_PRIVATE_KEY: privateKey,
    SETTLEMENT_TIME: '23:59',
  }
  const service = await start({ NODE_ENV: 'test', DATA_DIR: folder, SITE_DIR: siteDir, ...settings })
  const stop = async () => {
    await service.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const place = join(folder, 'postgres')
    const url = await findEmbeddedUrl({ folder: place, database: 'idleforge' })
    const postgres = findRunning(clusterOf(place))
    if (!url || !postgres) throw new Error('the embedded database was not found')
    const database = await openDatabase(url, console.error, { statementMs: LONG_STATEMENT_MS })
    const sealer = createSealer(publicKey)
    const door = { address: service.address, sealer, clock: Date, letter: () => Promise.reject(new Error('no mail')) }
    return {
      address: service.address,
      db: database.db,
      servicePid: service.pid,
      postgresPid: postgres.pid,
      visitor: (token) => createVisitor(door, { token }),
      output: service.output,
      async close() {
        sealer.close()
        await database.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Measures on a service of its own, which ends however the measuring does. */
export async function onGround(measure: (ground: Ground) => Promise<void>): Promise<void> {
  const ground = await startGround()
  try {
    await measure(ground)
  } finally {
    await ground.close()
  }
}
