import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Users of another site's sign-in have no password until they set one by mail.
  await sql`alter table users alter column password_hash drop not null`.execute(db)
  // Keyed on the other site's own id of a person: addresses change hands. One of a site for one user, and for one alone.
  await sql`
    create table identities (
      provider text not null,
      subject text not null,
      user_id text not null references users (id),
      label text not null,
      linked_at timestamptz not null,
      primary key (provider, subject),
      unique (user_id, provider)
    )`.execute(db)
  // OAuth requests in progress: the answer has to return the state, once. The box holds the encrypted verifier and nonce.
  await sql`
    create table oauth_states (
      state_hash text primary key,
      provider text not null,
      user_id text references users (id),
      box text not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index oauth_states_by_expiry on oauth_states (expires_at)`.execute(db)
  // Somebody of another site whose address has an account here: linked once its mailbox is proven.
  await sql`
    create table identity_claims (
      token_hash text primary key,
      provider text not null,
      subject text not null,
      label text not null,
      user_id text not null references users (id),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index identity_claims_by_expiry on identity_claims (expires_at)`.execute(db)
}
