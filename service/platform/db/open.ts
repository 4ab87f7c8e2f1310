import type { Socket } from 'node:net'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import { migrations } from './migrations/index.ts'
import { PreparingClient } from './preparing-client.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** How what PostgreSQL sends is read. */
const types = new pg.TypeOverrides()
/** A day stays the text that it is: as a Date it would be another one in half of the world's zones. */
types.setTypeParser(pg.types.builtins.DATE, (text) => text)
/** Amounts and sums of work are whole numbers; what is none, such as an average, throws here and is cast by its query. */
types.setTypeParser(pg.types.builtins.NUMERIC, BigInt)

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

export interface ConnectOptions {
  /** How long a statement may take. */
  statementMs?: number
  /** How long a connection is waited for: a new one, or one that another call gives back. */
  connectMs?: number
}

/** How long a statement of a call may take, with what it waits for. */
const STATEMENT_MS = 9_000
/** How long one may take that reads whole tables, as the checks of the money do. */
export const LONG_STATEMENT_MS = 60_000
/** How long one may take that changes the tables: some write a table anew, and a node waits for another that does. */
const MIGRATION_MS = 600_000
/** How long a call waits for a connection; whoever waits longer has gone. */
const CONNECT_MS = 5_000
/** How much longer than its statement a connection may be silent: then nobody is there any more. */
const GRACE_MS = 1_000

/**
 * A pool on one PostgreSQL, whose tables are taken as they are. `onError` hears of every connection that is lost, idle or
 * in the middle of a transaction: unheard, it would end the process.
 */
export function connect(
  url: string,
  onError: (error: Error) => void,
  { statementMs = STATEMENT_MS, connectMs = CONNECT_MS }: ConnectOptions = {},
): OpenDatabase {
  const pool = new pg.Pool({
    Client: PreparingClient,
    types,
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    idle_in_transaction_session_timeout: 15_000,
    options: '-c timezone=UTC',
  })
  pool.on('connect', (client) => client.on('error', onError))
  // The pool passes on what an idle connection has told already.
  pool.on('error', () => undefined)
  closeSilentConnections(pool, statementMs + GRACE_MS)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/**
 * Ends a connection that is in use and hears nothing. A database whose machine is gone, as when another one takes its place,
 * says no more that it is: the kernel would go on sending to it for a quarter of an hour, with every call waiting.
 */
function closeSilentConnections(pool: pg.Pool, ms: number): void {
  const streamOf = (client: pg.PoolClient) =>
    (client as unknown as { connection: { stream: Socket } }).connection.stream
  pool.on('connect', (client) => {
    const stream = streamOf(client as pg.PoolClient)
    stream.on('timeout', () => stream.destroy(new Error('the database is silent')))
  })
  pool.on('acquire', (client) => streamOf(client).setTimeout(ms))
  pool.on('release', (_, client) => streamOf(client).setTimeout(0))
}

/** The database does not answer, or does not let this program in; the message is its own. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError'
  constructor(cause: unknown) {
    const first = cause instanceof AggregateError ? cause.errors[0] : cause
    super((first as Error).message, { cause })
  }
}

/** A newer version of this program has been here. */
export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError'
}

/** Making a client may throw at once, as where a certificate that its address names can't be read. */
async function assertReachable(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1')
  } catch (cause) {
    throw new DatabaseUnreachableError(cause)
  }
}

/** On a connection of its own, whose statements have the time that this takes. */
async function migrate(...[url, onError, options]: Parameters<typeof connect>): Promise<void> {
  const { db, close } = connect(url, onError, { ...options, statementMs: MIGRATION_MS })
  const provider = { getMigrations: async () => migrations }
  try {
    const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
    if (error) throw error
  } finally {
    await close()
  }
}

/** Opens a pool and brings the tables up to date; several nodes may do so at once. Throws DatabaseUnreachable, NewerTables. */
export async function openDatabase(
  url: string,
  onError: (error: Error) => void,
  options?: ConnectOptions,
): Promise<OpenDatabase> {
  const opened = connect(url, onError, options)
  try {
    await assertReachable(opened.pool)
    const tables = await schemaState(opened.db)
    if (tables === 'newer') throw new NewerSchemaError('its tables are of a newer version')
    // The migrator asks for every column of the database first, which takes longer than all else of a start.
    if (tables !== 'right') await migrate(url, onError, options)
    return opened
  } catch (error) {
    await opened.close()
    throw error
  }
}

/** How the tables of a database stand to this program: without a change of them that it knows, or with one that it does not. */
export async function schemaState(db: Database): Promise<'absent' | 'older' | 'newer' | 'right'> {
  const { rows: found } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db)
  if (found.length === 0) return 'absent'
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const made = new Set(rows.map(({ name }) => name))
  if (rows.some(({ name }) => !(name in migrations))) return 'newer'
  return Object.keys(migrations).every((name) => made.has(name)) ? 'right' : 'older'
}
