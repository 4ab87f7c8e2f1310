import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await machines(db)
  await keys(db)
  await rentals(db)
  await telling(db)
}

async function machines(db: Kysely<unknown>): Promise<void> {
  // A machine of a host: hardware, price, and when it was last seen. Its slot determines its port at the gateway.
  await sql`
    create table gpus (
      id text primary key,
      slot integer generated always as identity unique,
      owner_id text references users (id),
      token_hash text unique,
      simulated boolean not null default false,
      model text not null,
      memory_mib integer not null check (memory_mib >= 0),
      count integer not null check (count >= 0),
      cpu text not null,
      cores integer not null check (cores > 0),
      ram_mib integer not null check (ram_mib > 0),
      disk_gib integer not null check (disk_gib > 0),
      network_mbps integer not null check (network_mbps > 0),
      region text not null,
      reach text not null check (reach in ('internet', 'none')),
      images text[] not null check (cardinality(images) > 0),
      -- Smallest units of USDT an hour, for the whole machine; the host's share of it in basis points.
      price numeric(60, 0) not null check (price > 0),
      share integer not null check (share between 0 and 10000),
      longest_hours integer not null check (longest_hours > 0),
      address text,
      paused boolean not null default false,
      added_at timestamptz not null,
      last_seen_at timestamptz,
      host_key text,
      driver text,
      version text,
      facts jsonb,
      load jsonb,
      benchmark jsonb,
      benchmark_at timestamptz,
      -- Hundredths of a percent, reckoned by a job.
      reliability integer,
      uptime integer,
      ended integer not null default 0,
      failed integer not null default 0,
      check (not simulated or token_hash is null)
    )`.execute(db)
  await sql`create index gpus_by_owner on gpus (owner_id) where owner_id is not null`.execute(db)
  await sql`
    create table gpu_prices (
      gpu_id text not null references gpus (id),
      since timestamptz not null,
      price numeric(60, 0) not null,
      primary key (gpu_id, since)
    )`.execute(db)
  // Seconds of a UTC hour for which a machine is known to have been there.
  await sql`
    create table gpu_hours (
      gpu_id text not null references gpus (id),
      hour timestamptz not null,
      seconds integer not null check (seconds between 0 and 3600),
      primary key (gpu_id, hour)
    )`.execute(db)
  await sql`
    create table gpu_loads (
      gpu_id text not null references gpus (id),
      minute timestamptz not null,
      cpu real not null,
      memory real not null,
      gpu real,
      primary key (gpu_id, minute)
    )`.execute(db)
}

async function keys(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gpu_keys (
      id text primary key,
      user_id text not null references users (id),
      name text not null,
      type text not null,
      base64 text not null,
      fingerprint text not null,
      added_at timestamptz not null,
      unique (user_id, fingerprint)
    )`.execute(db)
}

async function rentals(db: Kysely<unknown>): Promise<void> {
  // The rental holds the agreed terms: a machine may change, a rental does not.
  await sql`
    create table gpu_rentals (
      id text primary key,
      user_id text not null references users (id),
      request_id text not null,
      gpu_id text not null references gpus (id),
      price numeric(60, 0) not null check (price > 0),
      share integer not null,
      -- Null is an open end: it lasts for as long as the machine may be rented, longest_hours.
      hours integer check (hours > 0),
      longest_hours integer not null,
      image text not null,
      keys jsonb not null,
      lang text not null,
      state text not null check (state in ('starting', 'running', 'stopping', 'ended', 'failed')),
      reason text check (reason in
        ('released', 'term', 'balance', 'operator', 'hostGone', 'hostFailed', 'startTimeout')),
      restarts integer not null default 0,
      rented_at timestamptz not null,
      running_at timestamptz,
      stopped_at timestamptz,
      ended_at timestamptz,
      hours_charged integer not null check (hours_charged >= 0),
      -- Up to when it is paid; null until it runs.
      paid_until timestamptz,
      -- What is paid, less what was given back.
      paid numeric(60, 0) not null check (paid >= 0),
      unique (user_id, request_id),
      check ((running_at is null) = (paid_until is null)),
      check ((state in ('ended', 'failed')) = (ended_at is not null)),
      check ((state in ('starting', 'running')) = (reason is null)),
      check ((reason is null) = (stopped_at is null))
    )`.execute(db)
  await sql`
    create unique index gpu_rentals_live on gpu_rentals (gpu_id)
    where state in ('starting', 'running', 'stopping')`.execute(db)
  await sql`create index gpu_rentals_due on gpu_rentals (paid_until, id) where state = 'running'`.execute(db)
  await sql`create index gpu_rentals_by_user on gpu_rentals (user_id, rented_at desc, id)`.execute(db)
  await sql`create index gpu_rentals_by_gpu on gpu_rentals (gpu_id, rented_at desc)`.execute(db)
  // Each hour that is charged, once; its share is settled when the hour is over.
  await sql`
    create table gpu_rental_hours (
      rental_id text not null references gpu_rentals (id),
      hour integer not null check (hour > 0),
      begins_at timestamptz not null,
      amount numeric(60, 0) not null check (amount > 0),
      returned_at timestamptz,
      settled_day date,
      primary key (rental_id, hour)
    )`.execute(db)
  await sql`
    create index gpu_rental_hours_open on gpu_rental_hours (begins_at)
    where settled_day is null and returned_at is null`.execute(db)
  await sql`
    create table gpu_events (
      id bigint generated always as identity primary key,
      rental_id text not null references gpu_rentals (id),
      at timestamptz not null,
      kind text not null,
      detail text
    )`.execute(db)
  await sql`create index gpu_events_by_rental on gpu_events (rental_id, id desc)`.execute(db)
  // A host's share of the hours of a UTC day.
  await sql`
    create table gpu_earnings (
      gpu_id text not null references gpus (id),
      day date not null,
      part integer not null,
      user_id text not null references users (id),
      hours integer not null check (hours > 0),
      brought numeric(60, 0) not null,
      amount numeric(60, 0) not null check (amount >= 0),
      settled_at timestamptz not null,
      primary key (gpu_id, day, part)
    )`.execute(db)
  await sql`create index gpu_earnings_by_user on gpu_earnings (user_id, day desc)`.execute(db)
}

async function telling(db: Kysely<unknown>): Promise<void> {
  // The remaining hours of the last notification about a low balance.
  await sql`
    create table gpu_warnings (
      user_id text primary key references users (id),
      hours integer not null
    )`.execute(db)
  await sql`
    create table gpu_waits (
      user_id text not null references users (id),
      gpu_id text not null references gpus (id),
      since timestamptz not null,
      primary key (user_id, gpu_id)
    )`.execute(db)
  // Since when hosts are monitored without a gap: while no node runs, none can be seen.
  await sql`
    create table gpu_watch (
      one boolean primary key default true check (one),
      since timestamptz not null,
      looked_at timestamptz not null
    )`.execute(db)
  await sql`insert into gpu_watch (since, looked_at) values ('epoch', 'epoch')`.execute(db)
  await sql`
    create table gpu_gateways (
      address text primary key,
      seen_at timestamptz not null
    )`.execute(db)
}
