import pg from 'pg'

/** Settings do not fit a pooler; the message says what to do. */
export class PoolerError extends Error {
  override readonly name = 'PoolerError'
}

export interface SessionLimits {
  statementMs: number
  idleMs: number
}

interface SessionRow {
  database: string
  user: string
  statement_ms: number
  idle_ms: number
  timezone: string
  server: string
}

const SESSION = `
  select quote_ident(current_database()) as database, quote_ident(current_user) as user, current_setting('TimeZone') as timezone,
    (select setting::integer from pg_settings where name = 'statement_timeout') as statement_ms,
    (select setting::integer from pg_settings where name = 'idle_in_transaction_session_timeout') as idle_ms,
    (select system_identifier from pg_control_system())::text as server`

/** A limit that no session has by itself. */
const TRIAL_MS = 59_999

const THROUGH_POOLER = 'DATABASE_DIRECT_URL: it leads through a pooler, too. Set the address of PostgreSQL itself.'

const isWithin = (ms: number, limit: number): boolean => ms > 0 && ms <= limit

/** The settings that a pooler's sessions lack. */
function missingSettings(
  { statement_ms, idle_ms, timezone }: SessionRow,
  { statementMs, idleMs }: SessionLimits,
): string[] {
  return [
    ...(isWithin(statement_ms, statementMs) ? [] : [`statement_timeout = '${statementMs / 1000}s'`]),
    ...(isWithin(idle_ms, idleMs) ? [] : [`idle_in_transaction_session_timeout = '${idleMs / 1000}s'`]),
    ...(timezone === 'UTC' ? [] : [`timezone = 'UTC'`]),
  ]
}

/**
 * Checks the sessions that a pooler lends, which cannot be set by those who borrow them, and the address beside the pooler. Throws
 * PoolerError where a statement would have no time limit, or where the two addresses are not of one database.
 */
export async function assertPooled(
  pool: pg.Pool,
  { directUrl, ...limits }: SessionLimits & { directUrl: string },
): Promise<void> {
  const { rows } = await pool.query<SessionRow>(SESSION)
  const pooled = rows[0]
  const direct = await directSession(directUrl)
  if (!pooled || !direct) throw new Error('the server does not describe its session')
  if (direct.statement_ms !== TRIAL_MS) throw new PoolerError(THROUGH_POOLER)
  if (direct.server !== pooled.server || direct.database !== pooled.database)
    throw new PoolerError(
      `DATABASE_DIRECT_URL: it leads to the database ${direct.database} of ${direct.server === pooled.server ? 'that' : 'another'} server, and DATABASE_URL to ${pooled.database}. Both must lead to the same one.`,
    )
  const missing = missingSettings(pooled, limits)
  if (missing.length === 0) return
  const statements = missing.map((one) => `alter role ${pooled.user} in database ${pooled.database} set ${one};`)
  throw new PoolerError(
    `DATABASE_URL: the sessions of its pooler lack settings. Run "${statements.join(' ')}" in PostgreSQL, and then RECONNECT in PgBouncer.`,
  )
}

async function directSession(url: string): Promise<SessionRow | undefined> {
  const client = new pg.Client({ connectionString: url, statement_timeout: TRIAL_MS })
  client.on('error', () => undefined)
  await client.connect().catch((error: Error) => {
    throw isUnknownParameter(error) ? new PoolerError(THROUGH_POOLER) : error
  })
  try {
    return (await client.query<SessionRow>(SESSION)).rows[0]
  } finally {
    await client.end()
  }
}

/** PgBouncer refuses settings of a session when it begins (its manual, `ignore_startup_parameters`). */
export const isUnknownParameter = (error: unknown): boolean =>
  /^unsupported startup parameter/.test((error as Error).message)
