import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** An advisory lock number that nothing else uses in the database `postgres`. */
const lockNumber = 7_301_946
/** The server releases the lock of a killed owner within this time. */
const timeoutMs = 1000

/** Another running process owns the server. */
export class DatabaseInUseError extends Error {
  override readonly name = 'DatabaseInUseError'
}

export interface Ownership {
  /** Holds the lock until `stop` has stopped the server, so that nobody takes over a server that is shutting down. */
  releaseAfter(stop: () => Promise<void>): Promise<void>
}

/**
 * Makes this process the only owner of the server, by an advisory lock that the server holds for a connection: it ends with the
 * process, however that ends, and no lock file can be left behind. `revive` starts the server when it no longer runs. Throws
 * DatabaseInUseError.
 */
export async function acquireOwnership(url: string, folder: string, revive: () => Promise<void>): Promise<Ownership> {
  let client = await connect(url)
  let retaking: Promise<void> | undefined
  const released = new AbortController()
  const deadline = Date.now() + timeoutMs
  while (!(await lock(client))) {
    if (Date.now() > deadline) {
      await client.end()
      throw new DatabaseInUseError(`another process runs on the database in ${folder}: stop it, or set another folder`)
    }
    await wait(50)
  }
  /** A server that crashed restarts by itself, one that was killed does not; both have lost the lock. */
  const retake = async () => {
    while (!released.signal.aborted) {
      await wait(500, undefined, { ref: false, signal: released.signal }).catch(() => undefined)
      if (released.signal.aborted) return
      const next = await revive()
        .then(() => connect(url))
        .catch(() => undefined)
      if (!next) continue
      client = next
      watch()
      await lock(client).catch(() => false)
      return
    }
  }
  const watch = () =>
    client.once('error', () => {
      retaking = retake()
    })
  watch()
  return {
    async releaseAfter(stop) {
      released.abort()
      await retaking
      await stop()
      await client.end().catch(() => {})
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: `idleforge owner ${process.pid}` })
  // A lost connection also rejects the query that runs on it, which handles the error.
  client.on('error', () => {})
  await client.connect()
  return client
}

async function lock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [lockNumber])
  return rows[0]?.got === true
}
