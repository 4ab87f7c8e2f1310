import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table projects (
      project text primary key,
      coin text not null,
      weight integer not null check (weight > 0),
      active boolean not null
    )`.execute(db)
  await sql`
    insert into projects (project, coin, weight, active)
    values ('aleo', 'ALEO', 2, true), ('grass', 'GRASS', 1, true), ('nodepay', 'NODEPAY', 1, true)`.execute(db)
  await sql`
    create table devices (
      id text primary key,
      user_id text not null references users (id),
      name text not null,
      hardware text not null,
      gpu_count integer not null check (gpu_count >= 0),
      miner_version text not null,
      token_hash text not null unique,
      state text not null check (state in ('mining', 'paused')),
      difficulty bigint not null check (difficulty > 0),
      last_sequence integer not null,
      last_answer jsonb,
      bound_at timestamptz not null,
      unbound_at timestamptz,
      online_since timestamptz,
      last_seen_at timestamptz,
      last_share_at timestamptz
    )`.execute(db)
  await sql`create index devices_by_user on devices (user_id, bound_at, id) where unbound_at is null`.execute(db)
  await sql`
    create table bind_codes (
      user_id text primary key references users (id),
      code text not null unique,
      expires_at timestamptz not null,
      device_id text references devices (id),
      request_id text
    )`.execute(db)
  await sql`
    create table works (
      id text primary key,
      device_id text not null references devices (id),
      project text not null references projects (project),
      challenge text not null,
      difficulty bigint not null check (difficulty > 0),
      issued_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index works_by_device on works (device_id, issued_at)`.execute(db)
  await sql`create index works_by_expiry on works (expires_at)`.execute(db)
  await sql`
    create table shares (
      work_id text not null references works (id) on delete cascade,
      nonce text not null,
      device_id text not null references devices (id),
      difficulty bigint not null,
      accepted_at timestamptz not null,
      primary key (work_id, nonce)
    )`.execute(db)
  await sql`create index shares_by_device on shares (device_id, accepted_at)`.execute(db)
  await sql`
    create table device_hours (
      device_id text not null references devices (id),
      hour timestamptz not null,
      project text not null references projects (project),
      seconds integer not null check (seconds between 0 and 3600),
      work bigint not null check (work >= 0),
      accepted integer not null,
      refused integer not null,
      primary key (device_id, hour, project)
    )`.execute(db)
  await sql`
    create table device_totals (
      device_id text not null references devices (id),
      project text not null references projects (project),
      seconds bigint not null,
      work bigint not null,
      primary key (device_id, project)
    )`.execute(db)
  await sql`
    create table device_events (
      id text primary key,
      device_id text not null references devices (id),
      at timestamptz not null,
      kind text not null check (kind in ('bound', 'online', 'offline', 'renamed', 'refused', 'unbound')),
      detail text not null
    )`.execute(db)
  await sql`create index device_events_by_device on device_events (device_id, at desc, id)`.execute(db)
}
