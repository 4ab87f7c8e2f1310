import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Encrypted access tokens for other sites; deleted with the link, and when their task is done.
  await sql`
    create table social_tokens (
      user_id text not null,
      provider text not null,
      box text not null,
      expires_at timestamptz not null,
      primary key (user_id, provider),
      foreign key (user_id, provider) references identities (user_id, provider) on delete cascade
    )`.execute(db)
  await sql`create index social_tokens_by_expiry on social_tokens (expires_at)`.execute(db)
  // An account there that has counted for a task counts for nobody else, unlinked or not: as a keyed hash, which names nobody.
  await sql`
    create table social_uses (
      account_hash text primary key,
      user_id text not null references users (id),
      used_at timestamptz not null
    )`.execute(db)
}
