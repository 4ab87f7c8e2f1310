import { type Kysely, sql } from 'kysely'

/** Whether a packed file is signed, as the facts of its build say; null for files that were published before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table release_files add column signed boolean`.execute(db)
}
