import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import * as accounts from './migrations/001-accounts.ts'
import * as devices from './migrations/002-devices.ts'
import * as platform from './migrations/003-platform.ts'
import * as ledger from './migrations/004-ledger.ts'
import * as earnings from './migrations/005-earnings.ts'
import * as withdrawals from './migrations/006-withdrawals.ts'
import * as signedTransfers from './migrations/007-signed-transfers.ts'
import * as messages from './migrations/008-messages.ts'
import * as lateWork from './migrations/009-late-work.ts'
import type { Tables } from './tables/index.ts'

export type Database = Kysely<Tables>

const migrations: Record<string, Migration> = {
  '001-accounts': { up: accounts.up },
  '002-devices': { up: devices.up },
  '003-platform': { up: platform.up },
  '004-ledger': { up: ledger.up },
  '005-earnings': { up: earnings.up },
  '006-withdrawals': { up: withdrawals.up },
  '007-signed-transfers': { up: signedTransfers.up },
  '008-messages': { up: messages.up },
  '009-late-work': { up: lateWork.up },
}

/** A day stays the text that it is: as a Date it would be another one in half of the world's zones. */
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

export interface OpenDatabase {
  db: Database
  pool: pg.Pool
  close(): Promise<void>
}

/**
 * A pool on one PostgreSQL, whose tables are taken as they are. `onError` hears of every connection that is lost, idle or
 * in the middle of a transaction: unheard, it would end the process.
 */
export function connect(url: string, onError: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: 12,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    idle_in_transaction_session_timeout: 15_000,
    options: '-c timezone=UTC',
  })
  pool.on('connect', (client) => client.on('error', onError))
  // The pool passes on what an idle connection has told already.
  pool.on('error', () => undefined)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

/** Opens a pool and brings the tables up to date; several nodes may do so at once. */
export async function openDatabase(url: string, onError: (error: Error) => void): Promise<OpenDatabase> {
  const opened = connect(url, onError)
  const migrator = new Migrator({ db: opened.db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) {
    await opened.close()
    throw error
  }
  return opened
}

/** How the tables of a database stand to this program: without a change of them that it knows, or with one that it does not. */
export async function tablesAre(db: Database): Promise<'absent' | 'older' | 'newer' | 'right'> {
  const { rows: found } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db)
  if (found.length === 0) return 'absent'
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const made = new Set(rows.map(({ name }) => name))
  if (rows.some(({ name }) => !(name in migrations))) return 'newer'
  return Object.keys(migrations).every((name) => made.has(name)) ? 'right' : 'older'
}
