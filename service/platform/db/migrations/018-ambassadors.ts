import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await counts(db)
  await levels(db)
  await shares(db)
}

/** Facts of settled days about devices; a running day does not count. */
async function counts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table devices add column first_valid_day date`.execute(db)
  // Valid devices of an account on a UTC day, and those of them that never were valid before.
  await sql`
    create table valid_devices (
      day date not null,
      user_id text not null references users (id),
      devices integer not null check (devices > 0),
      fresh integer not null check (fresh between 0 and devices),
      primary key (day, user_id)
    )`.execute(db)
  // Valid devices of an account's invitees: of the first invite level, and of both.
  await sql`
    create table ambassador_days (
      user_id text not null references users (id),
      day date not null,
      level smallint not null,
      direct integer not null,
      both_tiers integer not null check (both_tiers >= direct),
      fresh integer not null,
      primary key (user_id, day)
    )`.execute(db)
  await sql`
    create table ambassador_evaluations (
      day date primary key,
      at timestamptz not null,
      changes integer not null
    )`.execute(db)
}

async function levels(db: Kysely<unknown>): Promise<void> {
  // Consecutive days with the requirements of Lv.2 and Lv.3, and below those of the level. Level 0: the status was lost.
  await sql`
    create table ambassadors (
      user_id text primary key references users (id),
      level smallint not null check (level between 0 and 3),
      since date not null,
      level_since date not null,
      days_two integer not null default 0,
      days_three integer not null default 0,
      days_below integer not null default 0
    )`.execute(db)
  await sql`
    create table ambassador_history (
      id bigint primary key generated always as identity,
      user_id text not null references users (id),
      day date not null,
      at timestamptz not null,
      level_before smallint not null,
      level_after smallint not null check (level_after <> level_before),
      cause text not null check (cause in ('approved', 'promoted', 'demoted', 'lapsed', 'revoked')),
      reason text
    )`.execute(db)
  await sql`create index ambassador_history_by_user on ambassador_history (user_id, id desc)`.execute(db)
  await sql`
    create trigger append_only before update or delete or truncate on ambassador_history
    for each statement execute function refuse_change()`.execute(db)
  await sql`
    create table ambassador_applications (
      id text primary key,
      user_id text not null references users (id),
      contact text not null,
      friends integer not null,
      asked_at timestamptz not null,
      state text not null check (state in ('open', 'approved', 'refused')),
      decided_at timestamptz,
      decided_by text,
      reason text,
      check ((state = 'open') = (decided_at is null))
    )`.execute(db)
  await sql`create unique index ambassador_applications_open on ambassador_applications (user_id) where state = 'open'`.execute(
    db,
  )
  await sql`create index ambassador_applications_by_user on ambassador_applications (user_id, asked_at desc)`.execute(
    db,
  )
}

async function shares(db: Kysely<unknown>): Promise<void> {
  // Hundredths of a percent of invitees' earnings, by level and invite level, from a UTC day on.
  await sql`
    create table ambassador_rates (
      level smallint not null check (level between 1 and 3),
      tier smallint not null check (tier in (1, 2)),
      from_day date not null,
      basis_points integer not null check (basis_points between 0 and 5000),
      set_at timestamptz not null,
      primary key (level, tier, from_day)
    )`.execute(db)
  await sql`
    insert into ambassador_rates (level, tier, from_day, basis_points, set_at)
    values (1, 1, '2000-01-01', 200, 'epoch'), (1, 2, '2000-01-01', 0, 'epoch'),
           (2, 1, '2000-01-01', 300, 'epoch'), (2, 2, '2000-01-01', 100, 'epoch'),
           (3, 1, '2000-01-01', 500, 'epoch'), (3, 2, '2000-01-01', 200, 'epoch')`.execute(db)
  await sql`
    create table ambassador_profits (
      user_id text not null references users (id),
      day date not null,
      coin text not null,
      tier smallint not null check (tier in (1, 2)),
      level smallint not null,
      basis_points integer not null,
      base numeric(60, 0) not null check (base > 0),
      amount numeric(60, 0) not null check (amount > 0),
      primary key (user_id, day, coin, tier)
    )`.execute(db)
  // Type 2: payments of the platform to its ambassadors.
  await sql`alter table earnings drop constraint earnings_type_check`.execute(db)
  await sql`alter table earnings add constraint earnings_type_check check (type in (0, 1, 2))`.execute(db)
  await sql`create index earnings_by_day on earnings (day, user_id) where type = 0`.execute(db)
}
