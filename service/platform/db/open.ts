import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { assertWritable, breakPool, streamOf } from './breaker.ts'
import { migratedNames, migrateTables } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { assertPooled } from './pooler.ts'
import { PreparingClient } from './preparing-client.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** Parsers for PostgreSQL's types. */
const types = new pg.TypeOverrides()
/** A date stays text: as a Date it would be another day in half of the world's time zones. */
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
/** Amounts and sums of work are integers. Fractions, such as an average, throw here: their queries have to cast. */
types.setTypeParser(pg.types.builtins.NUMERIC, BigInt)

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

export interface ConnectOptions {
  /** The same database without a pooler, where the URL leads to one that lends a session for a transaction. */
  directUrl?: string | undefined
  /** Time limit of a statement; behind a pooler that of its user. */
  statementMs?: number
  /** Time limit for getting a connection, a new one or a released one. */
  connectMs?: number
  /** Time limit of waiting for a lock in a migration, before it gives way and tries again. */
  lockMs?: number
  /** Called when the database stops answering, and when it answers again. */
  onAvailability?(isAvailable: boolean, cause: unknown): void
}

/** Time limit of a statement in a call, locks included. */
const STATEMENT_MS = 9_000
/** Time limit of statements that read whole tables, such as the checks of the money. */
export const LONG_STATEMENT_MS = 60_000
/** Time limit of a migration: some rewrite a table, and a node waits for another one that migrates. */
const MIGRATION_MS = 600_000
/** Time limit of a transaction between two statements. */
const IDLE_MS = 15_000
/** While a migration waits for a lock, every statement on its table waits behind it: it gives way, and tries again after a pause. */
const LOCK_MS = 2_000
/** Time limit of a call for getting a connection; a client that waits longer has gone. */
const CONNECT_MS = 5_000
/** Time limit of an attempt to reach a database that was away: a longer one would keep calls out after its return. */
const PROBE_MS = 2_000
/** A connection that stays silent for this long after its statement's time limit is dead. */
const GRACE_MS = 1_000

/**
 * Opens a pool without migrating the tables. `onError` is called for every lost connection, idle or in a transaction: an
 * unhandled error event would end the process.
 */
export function connect(
  url: string,
  onError: (error: Error) => void,
  { directUrl, statementMs = STATEMENT_MS, connectMs = CONNECT_MS, lockMs = 0, onAvailability }: ConnectOptions = {},
): OpenDatabase {
  const pool = new pg.Pool({
    Client: PreparingClient,
    types,
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: connectMs,
    ...(directUrl === undefined
      ? {
          statement_timeout: statementMs,
          lock_timeout: lockMs,
          idle_in_transaction_session_timeout: IDLE_MS,
          options: '-c timezone=UTC',
        }
      : { hasSession: false, directUrl }),
  })
  pool.on('connect', (client) => client.on('error', onError))
  // The pool repeats errors of idle connections, which `onError` has already had.
  pool.on('error', () => undefined)
  closeSilentConnections(pool, statementMs + GRACE_MS)
  const breaker = breakPool(pool, {
    probe: (signal) =>
      assertWritable(
        new pg.Client({
          connectionString: directUrl ?? url,
          connectionTimeoutMillis: PROBE_MS,
          query_timeout: PROBE_MS,
        }),
        { silentMs: PROBE_MS, signal },
      ),
    onChange: (isOpen, cause) => onAvailability?.(!isOpen, cause),
  })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    close() {
      breaker.close()
      return db.destroy()
    },
  }
}

/** The address at which a session of one's own is opened to the database of a pool. */
export const sessionUrlOf = ({ options }: pg.Pool): string =>
  (options as { directUrl?: string }).directUrl ?? options.connectionString ?? ''

/**
 * Closes a connection in use that stays silent. When a database machine disappears, for example in a failover, the kernel would
 * retransmit for a quarter of an hour while every call waits.
 */
function closeSilentConnections(pool: pg.Pool, ms: number): void {
  pool.on('connect', (client) => {
    const stream = streamOf(client)
    stream.on('timeout', () => stream.destroy(new Error('the database is silent')))
  })
  pool.on('acquire', (client) => streamOf(client).setTimeout(ms))
  pool.on('release', (_, client) => streamOf(client).setTimeout(0))
}

/** The database does not answer or refuses this program; the message is the driver's. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError'
  constructor(cause: unknown) {
    const first = cause instanceof AggregateError ? cause.errors[0] : cause
    super((first as Error).message, { cause })
  }
}

/** A newer version of this program has migrated the tables. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

/** Creating a client may throw, for example when a certificate that the URL names cannot be read. */
async function assertReachable(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (cause) {
    throw new DatabaseUnreachableError(cause)
  }
}

/** Migrates on a pool of its own, whose statements have a longer time limit but wait only shortly for a lock. */
async function migrate(...[url, onError, options]: Parameters<typeof connect>): Promise<void> {
  const { db, close } = connect(url, onError, { lockMs: LOCK_MS, ...options, statementMs: MIGRATION_MS })
  try {
    await migrateTables(db, Date.now() + MIGRATION_MS)
  } finally {
    await close()
  }
}

/** Opens a pool and migrates the tables; several nodes may do so at once. Throws DatabaseUnreachableError, NewerSchemaError, PoolerError. */
export async function openDatabase(
  url: string,
  onError: (error: Error) => void,
  options?: ConnectOptions,
): Promise<OpenDatabase> {
  const opened = connect(url, onError, options)
  try {
    await assertReachable(opened.pool)
    if (options?.directUrl !== undefined)
      await assertPooled(opened.pool, {
        directUrl: options.directUrl,
        statementMs: options.statementMs ?? STATEMENT_MS,
        idleMs: IDLE_MS,
      })
    const tables = await schemaState(opened.db)
    if (tables === 'newer') throw new NewerSchemaError('its tables are of a newer version')
    // The migrator first reads every column of the database, which takes longer than the rest of a start.
    if (tables !== 'right') await migrate(options?.directUrl ?? url, onError, { ...options, directUrl: undefined })
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** Compares the migrations of a database with those of this program. */
export async function schemaState(db: Database): Promise<'absent' | 'older' | 'newer' | 'right'> {
  const made = await migratedNames(db)
  if (made.size === 0) return 'absent'
  if ([...made].some((name) => !(name in migrations))) return 'newer'
  return Object.keys(migrations).every((name) => made.has(name)) ? 'right' : 'older'
}
