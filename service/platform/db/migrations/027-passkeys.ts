import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id text primary key,
      user_id text not null references users (id),
      credential_id text not null unique,
      public_key bytea not null,
      counter bigint not null,
      transports text[] not null,
      name text not null,
      synced boolean not null,
      created_at timestamptz not null,
      last_used_at timestamptz
    )`.execute(db)
  await sql`create index passkeys_by_user on passkeys (user_id, created_at)`.execute(db)
  // Each is answered once; without a user it is one of a sign-in.
  await sql`
    create table passkey_challenges (
      challenge_hash text primary key,
      user_id text references users (id),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index passkey_challenges_by_expiry on passkey_challenges (expires_at)`.execute(db)
}
