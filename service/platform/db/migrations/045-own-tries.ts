import { type Kysely, sql } from 'kysely'

/** Tries of a mailed code from networks in which its account was before; a code that is out already gets them too. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_codes add column own_tries_left integer not null default 5`.execute(db)
}
