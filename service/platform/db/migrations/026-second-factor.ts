import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_codes drop constraint email_codes_purpose_check`.execute(db)
  await sql`
    alter table email_codes add constraint email_codes_purpose_check
    check (purpose in ('register', 'reset', 'login', 'payment', 'task', 'prove', 'lost-factor'))`.execute(db)
  // Until when a session may change sign-in methods; sessions of the previous release have to be proven first.
  await sql`alter table sessions add column proven_until timestamptz`.execute(db)
  // The network is stored in part: enough for its owner to recognise it.
  await sql`
    create table security_events (
      id text primary key,
      user_id text not null references users (id),
      kind text not null,
      detail text not null,
      browser text not null,
      network text not null,
      at timestamptz not null
    )`.execute(db)
  await sql`create index security_events_by_user on security_events (user_id, at desc, id)`.execute(db)
  // Without "since" it was started and not confirmed: it is not required yet.
  await sql`
    create table second_factors (
      user_id text primary key references users (id),
      box text not null,
      since timestamptz,
      last_step bigint not null default 0,
      created_at timestamptz not null
    )`.execute(db)
  await sql`
    create table recovery_codes (
      user_id text not null references users (id),
      code_hash text not null,
      used_at timestamptz,
      primary key (user_id, code_hash)
    )`.execute(db)
  // Sign-ins that passed the first factor and still need the second.
  await sql`
    create table factor_tickets (
      token_hash text primary key,
      user_id text not null references users (id),
      way text not null,
      tries_left integer not null check (tries_left >= 0),
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index factor_tickets_by_expiry on factor_tickets (expires_at)`.execute(db)
  await sql`
    create table factor_recoveries (
      user_id text primary key references users (id),
      asked_at timestamptz not null,
      due_at timestamptz not null,
      reminded_at timestamptz,
      lang text not null
    )`.execute(db)
  await sql`create index factor_recoveries_by_time on factor_recoveries (due_at)`.execute(db)
}
