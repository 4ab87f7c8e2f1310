import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // The day of each text that was shown at the registration; null for accounts that are older than these columns.
  await sql`
    alter table users
      add column terms_version text check (terms_version ~ '^\\d{4}-\\d\\d-\\d\\d$'),
      add column privacy_version text check (privacy_version ~ '^\\d{4}-\\d\\d-\\d\\d$')`.execute(db)
}
