import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Indexes by name, with what follows `on` in their statements: the table, its columns, and a condition. */
export type Indexes = Readonly<Record<string, string>>

/** A migration of indexes alone: those that were not built beforehand are created in its transaction, as on the empty tables of a new database. */
export const createIndexes = (indexes: Indexes) => async (db: Kysely<unknown>) => {
  for (const [name, on] of Object.entries(indexes))
    await sql.raw(`create index if not exists ${name} on ${on}`).execute(db)
}

/** Builds indexes while their tables are written: in the transaction of a migration, all writers would wait until its end. */
export const buildIndexes = (db: Kysely<Tables>, indexes: Indexes): Promise<void> =>
  db.connection().execute(async (one) => {
    // Neither reads nor writes queue behind the locks that a concurrent build waits for.
    await sql`set lock_timeout = 0`.execute(one)
    try {
      for (const [name, on] of Object.entries(indexes)) {
        const isValid = await isValidIndex(one, name)
        if (isValid) continue
        // An interrupted build leaves an index that is kept up to date and never used.
        if (isValid === false) await sql`drop index concurrently ${sql.ref(name)}`.execute(one)
        await sql.raw(`create index concurrently ${name} on ${on}`).execute(one)
      }
    } finally {
      await sql`reset lock_timeout`.execute(one)
    }
  })

/** Undefined where there is no index of the name. */
async function isValidIndex(one: Kysely<Tables>, name: string): Promise<boolean | undefined> {
  const { rows } = await sql<{ indisvalid: boolean }>`
    select indisvalid from pg_index where indexrelid = to_regclass(${name})`.execute(one)
  return rows[0]?.indisvalid
}
