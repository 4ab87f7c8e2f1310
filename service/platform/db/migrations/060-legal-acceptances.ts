import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Versions of the legal texts that a user has accepted after the registration, whose versions are in users.
  await sql`
    create table legal_acceptances (
      user_id text not null references users (id),
      legal text not null check (legal in ('terms', 'privacy')),
      version text not null check (version ~ '^\\d{4}-\\d\\d-\\d\\d$'),
      at timestamptz not null,
      primary key (user_id, legal, version)
    )`.execute(db)
}
