import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Smallest units of the coin for 10^12 units of verified work, from a UTC day on.
  await sql`
    create table rates (
      project text not null references projects (project),
      coin text not null,
      from_day date not null,
      per_tera numeric(60, 0) not null check (per_tera >= 0),
      set_at timestamptz not null,
      primary key (project, coin, from_day)
    )`.execute(db)
  await sql`
    insert into rates (project, coin, from_day, per_tera, set_at)
    values ('aleo', 'ALEO', '2000-01-01', 833333, 'epoch'),
           ('grass', 'GRASS', '2000-01-01', 1000000000, 'epoch'),
           ('nodepay', 'NODEPAY', '2000-01-01', 13194444444444444444, 'epoch')`.execute(db)
  await sql`
    create table earnings (
      id text primary key,
      user_id text not null references users (id),
      coin text not null,
      type smallint not null check (type in (0, 1)),
      source_id text not null,
      day date not null,
      work numeric(60, 0) not null check (work > 0),
      amount numeric(60, 0) not null check (amount > 0),
      settled_at timestamptz not null,
      release_at timestamptz not null,
      released_at timestamptz,
      unique (source_id, coin, day, type)
    )`.execute(db)
  await sql`create index earnings_by_user on earnings (user_id, day desc, id)`.execute(db)
  await sql`create index earnings_to_release on earnings (release_at, user_id) where released_at is null`.execute(db)
  // One row per UTC day: the last settled user, so that an interrupted settlement continues there.
  await sql`
    create table settlements (
      day date primary key,
      begun_at timestamptz not null,
      last_user text not null,
      earnings integer not null,
      ended_at timestamptz
    )`.execute(db)
  await sql`create index device_hours_by_hour on device_hours (hour)`.execute(db)
  // Work of unbound devices counts too, so the index of the bound ones cannot be used.
  await sql`create index all_devices_by_user on devices (user_id)`.execute(db)
}
