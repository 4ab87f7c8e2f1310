import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table users (
      id text primary key,
      username text not null unique,
      name text not null,
      password_hash text not null,
      payment_password_hash text,
      invite_code text not null unique,
      inviter_id text references users (id),
      withdrawals_locked_until timestamptz,
      created_at timestamptz not null
    )`.execute(db)
  await sql`
    create table sessions (
      id text primary key,
      user_id text not null references users (id),
      token_hash text not null unique,
      browser text not null,
      browser_hash text not null,
      created_at timestamptz not null,
      last_seen_at timestamptz not null,
      expires_at timestamptz not null,
      ended_at timestamptz
    )`.execute(db)
  await sql`create index sessions_by_user on sessions (user_id, created_at)`.execute(db)
  await sql`
    create table email_codes (
      username text not null,
      purpose text not null check (purpose in ('register', 'reset', 'login')),
      code_hash text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      tries_left integer not null check (tries_left >= 0),
      primary key (username, purpose)
    )`.execute(db)
  await sql`
    create table captchas (uuid text primary key, answer_hash text not null, expires_at timestamptz not null)`.execute(
    db,
  )
  await sql`create table nonces (nonce text primary key, expires_at timestamptz not null)`.execute(db)
  await sql`create index nonces_by_expiry on nonces (expires_at)`.execute(db)
  // In a migration, which one node makes at a time: two that create a table at once fail, "if not exists" or not.
  await sql`
    create table if not exists rate_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db)
  await sql`
    create table local_mail (
      id bigint primary key generated always as identity,
      recipient text not null,
      subject text not null,
      body text not null,
      sent_at timestamptz not null
    )`.execute(db)
}
