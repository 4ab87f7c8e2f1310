import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Operators who may sign in at /operate. Without a row there is nothing at that address.
  await sql`
    create table operators (
      name text primary key,
      key_hash text not null,
      box text not null,
      last_step bigint not null default 0,
      created_at timestamptz not null
    )`.execute(db)
  // The last message, for the page that follows an act.
  await sql`
    create table operator_sessions (
      token_hash text primary key,
      operator text not null references operators (name) on delete cascade,
      expires_at timestamptz not null,
      said text
    )`.execute(db)
}
