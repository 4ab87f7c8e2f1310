import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await farms(db)
  await plans(db)
  await orders(db)
  await watchLinks(db)
}

async function farms(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table farms (
      farm text primary key,
      title text not null,
      title_zh text not null
    )`.execute(db)
  await sql`
    insert into farms (farm, title, title_zh)
    values ('north', 'Northern farm', '北方矿场'), ('hosting', 'Hosting hall', '托管机房')`.execute(db)
  // Seconds of a UTC day for which a farm was down; a day without a row had none.
  await sql`
    create table farm_days (
      farm text not null references farms (farm),
      day date not null,
      down_seconds integer not null check (down_seconds between 0 and 86400),
      set_at timestamptz not null,
      primary key (farm, day)
    )`.execute(db)
  // Smallest units of the coin for 1,000,000 units of hash rate and one UTC day, from a day on.
  await sql`
    create table cloud_rates (
      coin text not null,
      from_day date not null,
      per_mega numeric(60, 0) not null check (per_mega >= 0),
      set_at timestamptz not null,
      primary key (coin, from_day)
    )`.execute(db)
  await sql`
    insert into cloud_rates (coin, from_day, per_mega, set_at)
    values ('ALEO', '2000-01-01', 200530000000, 'epoch'),
           ('GRASS', '2000-01-01', 206400000000000, 'epoch')`.execute(db)
}

async function plans(db: Kysely<unknown>): Promise<void> {
  // Hash rate in thousandths of its unit, the price in smallest units of USDT.
  await sql`
    create table plans (
      id text primary key,
      type smallint not null check (type in (1, 2)),
      title text not null,
      title_zh text not null,
      coin text not null,
      farm text not null references farms (farm),
      hashrate bigint not null check (hashrate > 0),
      days integer not null check (days > 0),
      price numeric(60, 0) not null check (price > 0),
      total integer not null check (total >= 0),
      sold integer not null default 0,
      preparation_hours integer not null check (preparation_hours >= 0),
      opens_at timestamptz,
      deadline timestamptz,
      paused boolean not null default false,
      created_at timestamptz not null,
      check (sold between 0 and total)
    )`.execute(db)
  await sql`
    insert into plans (id, type, title, title_zh, coin, farm, hashrate, days, price, total, preparation_hours, created_at)
    values ('aleo-10-30', 1, 'Starter', '入门', 'ALEO', 'north', 10000, 30, 13500000, 5000, 24, 'epoch'),
           ('aleo-25-60', 1, 'Steady', '稳健', 'ALEO', 'north', 25000, 60, 66000000, 2000, 24, 'epoch'),
           ('aleo-50-90', 1, 'Quarter', '季度', 'ALEO', 'north', 50000, 90, 188000000, 1800, 24, 'epoch'),
           ('aleo-120-180', 1, 'Half year', '半年', 'ALEO', 'north', 120000, 180, 796000000, 1200, 24, 'epoch'),
           ('grass-80-90', 1, 'Three months', '三个月', 'GRASS', 'north', 80000, 90, 240000000, 1000, 24, 'epoch'),
           ('rig-aleo-400', 2, 'Hosted rig, eight GPUs', '八卡托管矿机', 'ALEO', 'hosting', 400000, 365, 5200000000, 40, 48, 'epoch'),
           ('rig-aleo-100', 2, 'Hosted rig, two GPUs', '双卡托管矿机', 'ALEO', 'hosting', 100000, 180, 690000000, 120, 48, 'epoch'),
           ('node-grass-100', 2, 'Hosted node', '托管节点', 'GRASS', 'hosting', 100000, 180, 560000000, 80, 48, 'epoch')`.execute(
    db,
  )
}

async function orders(db: Kysely<unknown>): Promise<void> {
  // The order holds the agreed terms: a plan may change, an order does not. Amounts in smallest units of USDT.
  await sql`
    create table orders (
      id text primary key,
      user_id text not null references users (id),
      request_id text not null,
      plan_id text not null references plans (id),
      type smallint not null,
      title text not null,
      title_zh text not null,
      coin text not null,
      farm text not null references farms (farm),
      hashrate bigint not null,
      days integer not null,
      preparation_hours integer not null,
      price numeric(60, 0) not null,
      quantity integer not null check (quantity > 0),
      fee numeric(60, 0) not null check (fee >= 0),
      amount numeric(60, 0) not null check (amount > 0),
      rate numeric(60, 0) not null,
      rate_day date not null,
      network text not null,
      address text,
      lang text not null,
      status text not null check (status in ('pending', 'paying', 'success', 'cancel')),
      exception text not null check (exception in ('none', 'partial', 'over', 'late', 'wrong-token')),
      -- Seen in time, of it confirmed, and what of everything that came went to the balance.
      seen numeric(60, 0) not null default 0 check (seen >= 0),
      received numeric(60, 0) not null default 0 check (received >= 0),
      credited numeric(60, 0) not null default 0 check (credited >= 0),
      ordered_at timestamptz not null,
      expires_at timestamptz not null,
      first_seen_at timestamptz,
      paid_at timestamptz,
      transaction_id text,
      cancelled_at timestamptz,
      cancel_reason text check (cancel_reason in ('user', 'expired', 'operator')),
      runs_from timestamptz,
      ends_at timestamptz,
      unique (user_id, request_id),
      check (amount = price * quantity + fee),
      check ((status = 'success') = (paid_at is not null)),
      check ((paid_at is null) = (runs_from is null) and (paid_at is null) = (ends_at is null)),
      check ((status = 'cancel') = (cancelled_at is not null)),
      check ((cancelled_at is null) = (cancel_reason is null))
    )`.execute(db)
  await sql`create index orders_by_user on orders (user_id, ordered_at desc, id)`.execute(db)
  await sql`create index orders_unpaid on orders (expires_at, id) where status = 'pending'`.execute(db)
  await sql`create index orders_by_plan on orders (plan_id)`.execute(db)
  await sql`create index orders_running on orders (user_id, ends_at)`.execute(db)
  await sql`create index orders_by_start on orders (runs_from) where runs_from is not null`.execute(db)
  await sql`create index orders_of_farm on orders (farm, ends_at)`.execute(db)
}

/** A link to a user's watcher is stored only as the hash of its secret. */
async function watchLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table watch_links (
      user_id text primary key references users (id),
      secret_hash text not null unique,
      made_at timestamptz not null
    )`.execute(db)
}
