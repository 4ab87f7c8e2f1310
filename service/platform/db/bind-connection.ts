import { Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from './open.ts'
import type { Tables } from './tables.ts'

/** A database handle whose statements all go over one connection, inside the transaction that its owner has begun. */
export interface BoundDatabase {
  readonly db: Database
  /** Whether a statement has failed: the transaction is aborted then, even where the caller has caught the error. */
  readonly hasFailed: boolean
  /** Refuses every further statement with this error. Those that were sent before are answered. */
  close(reason: Error): void
}

/** The owner of the connection decides about its transaction. */
const ENDS_OR_BEGINS = /^\s*(begin|start|commit|end|rollback|abort|savepoint|release|prepare)\b/i

/** Binds a handle to a connection. `beforeFirst` is sent ahead of its first statement. */
export function bindConnection(client: pg.PoolClient, beforeFirst?: () => Promise<unknown>): BoundDatabase {
  let closed: Error | undefined
  let first: Promise<unknown> | undefined
  let hasFailed = false

  async function query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (closed) throw closed
    if (ENDS_OR_BEGINS.test(text)) throw new Error(`the transaction is shared: ${text}`)
    first ??= beforeFirst?.()
    try {
      await first
      // It may have been closed while the savepoint was made.
      if (closed) throw closed
      return await client.query(text, [...values])
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const pool = { connect: async () => ({ query, release() {} }), end: async () => {} }
  return {
    db: new Kysely<Tables>({ dialect: new PostgresDialect({ pool: pool as never }) }),
    get hasFailed() {
      return hasFailed
    },
    close(reason) {
      closed = reason
    },
  }
}
