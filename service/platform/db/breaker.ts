import type { Socket } from 'node:net'
import type pg from 'pg'
import type { PreparingClient } from './preparing-client.ts'
import { DatabaseUnavailableError, isRefusedConnection, isUnavailable } from './unavailable.ts'

/** Pause between two attempts to reach a database that does not answer. */
const PROBE_MS = 500

export interface Breaker {
  /** Error of the last attempt while the database does not answer; undefined while it does. */
  cause(): unknown
  close(): void
}

/** A pool whose connections are all in use says nothing about the database, and one that refuses a connection answers. */
const isHarmless = (error: unknown): boolean =>
  /^timeout exceeded/.test((error as Error).message) || isRefusedConnection(error)

/**
 * Makes the pool close a connection whose server ends or has become a standby, instead of lending it again: a balancer leads the
 * next one to its successor. A pooler accepts connections while its server is away, so that only their statements tell.
 */
function watchReleases(client: pg.PoolClient, suspect: (error: unknown) => void): void {
  const { release } = client
  const state = client as unknown as PreparingClient
  client.release = (error) => {
    if (state.lost !== undefined) suspect(state.lost)
    release(error || state.isLeaving || state.lost !== undefined)
  }
}

interface BreakerOptions {
  /** One attempt: resolves when the database answers and takes writes. The signal ends it. */
  probe(signal: AbortSignal): Promise<void>
  onChange(isOpen: boolean, cause: unknown): void
}

/**
 * Refuses connections at once while the database does not answer, instead of letting every call try for seconds. A failed connect
 * starts one prober. Only its failure refuses calls, since a single connection may be reset while others work, and its first success
 * lets them in again.
 */
export function breakPool(pool: pg.Pool, { probe, onChange }: BreakerOptions): Breaker {
  let cause: unknown
  let timer: ReturnType<typeof setTimeout> | undefined
  let isProbing = false
  const ended = new AbortController()

  function report(next: unknown): void {
    const last = cause
    cause = next
    if ((last === undefined) === (next === undefined) || ended.signal.aborted) return
    onChange(next !== undefined, next ?? last)
  }
  async function attempt(): Promise<void> {
    try {
      await probe(ended.signal)
      isProbing = false
      report(undefined)
    } catch (error) {
      if (isRefusedConnection(error)) {
        isProbing = false
        return report(undefined)
      }
      report(error)
      if (!ended.signal.aborted) timer = setTimeout(() => void attempt(), PROBE_MS)
    }
  }
  function suspect(error: unknown): void {
    if (isProbing || ended.signal.aborted || !isUnavailable(error) || isHarmless(error)) return
    isProbing = true
    void attempt()
  }

  type Connected = (
    error: Error | undefined,
    client?: pg.PoolClient,
    done?: (release?: Error | boolean) => void,
  ) => void
  const connect = pool.connect.bind(pool) as (callback: Connected) => void
  function guarded(callback: Connected): void {
    if (cause === undefined)
      connect((error, client, done) => {
        if (error) suspect(error)
        if (client) watchReleases(client, suspect)
        callback(error, client, client?.release ?? done)
      })
    else callback(new DatabaseUnavailableError(cause))
  }
  pool.connect = ((callback?: Connected) => {
    if (callback) return guarded(callback)
    return new Promise<pg.PoolClient | undefined>((resolve, reject) => {
      guarded((error, client) => (error ? reject(error) : resolve(client)))
    })
  }) as typeof pool.connect

  return {
    cause: () => cause,
    close() {
      clearTimeout(timer)
      ended.abort()
    },
  }
}

/** The socket of a client; another one before it has connected by TLS. */
export const streamOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream

/** Throws where the server of a client does not answer or takes no writes. One that is silent for `silentMs` is given up. */
export async function assertWritable(
  client: pg.Client,
  { silentMs, signal }: { silentMs: number; signal: AbortSignal },
): Promise<void> {
  // A connection that is lost in a statement rejects it, and is an event, too: without a listener it would end the process.
  client.on('error', () => undefined)
  const abort = () => streamOf(client).destroy()
  signal.addEventListener('abort', abort)
  try {
    await client.connect()
    // The end of a connection waits for the server, for as long as the kernel retransmits.
    const stream = streamOf(client)
    stream.setTimeout(silentMs, () => stream.destroy(new Error('the database is silent')))
    const { rows } = await client.query<{ is_writable: boolean }>(WRITABLE)
    if (!rows[0]?.is_writable) throw Object.assign(new Error('the database is read-only'), { code: '25006' })
  } finally {
    await client.end().catch(() => undefined)
    signal.removeEventListener('abort', abort)
  }
}

/** A standby answers, and so does a primary that was set read-only; neither can do the work of a call. */
export const WRITABLE = `select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as is_writable`
