import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { assertWritable } from './breaker.ts'
import { isRefusedConnection, isUnavailable } from './unavailable.ts'

/** Pauses between two attempts grow from the first to the last. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 5_000]
/** Time limit of one attempt. */
const ATTEMPT_MS = 2_000

/**
 * Waits until a database takes writes, so that a node which starts during a failover comes up by itself. `onWait` is told once what
 * the first attempt met. Ends at once where waiting helps nothing: a wrong password, a name that is unknown, a certificate; opening
 * the database then says so.
 */
export async function waitForDatabase(url: string, onWait: (error: unknown) => void): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const error = await errorOfAttempt(url)
    if (!isUnavailable(error) || (isRefusedConnection(error) && !isFull(error))) return
    if (attempt === 0) onWait(error)
    const most = PAUSES_MS[attempt] ?? Math.max(...PAUSES_MS)
    // Nodes that were started together do not come back together.
    await pause(most * (0.5 + Math.random() / 2))
  }
}

const isFull = (error: unknown): boolean => (error as { code?: unknown }).code === '53300'

async function errorOfAttempt(url: string): Promise<unknown> {
  try {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: ATTEMPT_MS,
      query_timeout: ATTEMPT_MS,
    })
    await assertWritable(client, { silentMs: ATTEMPT_MS, signal: new AbortController().signal })
    return undefined
  } catch (error) {
    return error
  }
}
