import { type Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { buildIndexes } from './build-indexes.ts'
import { migrations } from './migrations/index.ts'
import type { Tables } from './tables.ts'

/** The lock of the node that migrates. */
const LOCK = 7_062_001
const LOCK_PAUSE_MS = 500
const LOCK_NOT_AVAILABLE = '55P03'

const pause = () => new Promise((resolve) => setTimeout(resolve, LOCK_PAUSE_MS * (1 + Math.random())))

/**
 * Brings the tables to this version. One node migrates at a time; the others wait without an open statement, because a concurrent
 * build of an index waits for every older one.
 */
export const migrateTables = (db: Kysely<Tables>, deadline: number): Promise<void> =>
  db.connection().execute(async (holder) => {
    for (;;) {
      const { rows } = await sql<{ has: boolean }>`select pg_try_advisory_lock(${LOCK}) as has`.execute(holder)
      if (rows[0]?.has) break
      if (Date.now() > deadline) throw new Error('another node has been migrating the tables for too long')
      await pause()
    }
    try {
      await runMigrations(db, deadline)
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(holder)
    }
  })

/** Those before a migration of indexes first, then its indexes, and so on. The tables of a new database are empty, and nobody writes them. */
async function runMigrations(db: Kysely<Tables>, deadline: number): Promise<void> {
  const names = Object.keys(migrations)
  const isNew = (await migratedNames(db)).size === 0
  const built = new Set<string>()
  for (;;) {
    const made = await migratedNames(db)
    const next = names.find((name) => !isNew && !made.has(name) && !built.has(name) && migrations[name]?.indexes)
    await runSome(db, { names: names.filter((name) => made.has(name) || !next || name < next), deadline })
    const indexes = next && migrations[next]?.indexes
    if (!indexes) return
    await buildIndexes(db, indexes)
    built.add(next)
  }
}

/** Runs those that are pending, each time it gives way to what holds a lock. */
async function runSome(db: Kysely<Tables>, { names, deadline }: { names: readonly string[]; deadline: number }) {
  const some = Object.fromEntries(Object.entries(migrations).filter(([name]) => names.includes(name)))
  const provider = { getMigrations: async () => some }
  for (;;) {
    const { error } = await new Migrator({ db, provider, allowUnorderedMigrations: true }).migrateToLatest()
    if (error === undefined) return
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE || Date.now() > deadline) throw error
    await pause()
  }
}

/** The migrations that a database has; none where it is new. */
export async function migratedNames(db: Kysely<Tables>): Promise<Set<string>> {
  const { rows: found } = await sql`select 1 where to_regclass('kysely_migration') is not null`.execute(db)
  if (found.length === 0) return new Set()
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return new Set(rows.map(({ name }) => name))
}
