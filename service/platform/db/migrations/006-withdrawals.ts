import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await wallets(db)
  await withdrawals(db)
  await payouts(db)
}

async function wallets(db: Kysely<unknown>): Promise<void> {
  await sql`alter table email_codes drop constraint email_codes_purpose_check`.execute(db)
  await sql`
    alter table email_codes add constraint email_codes_purpose_check
    check (purpose in ('register', 'reset', 'login', 'payment'))`.execute(db)
  // Wrong payment passwords of a user; `run` counts those since the last right one or the last lock.
  await sql`
    create table payment_guards (
      user_id text primary key references users (id),
      failures timestamptz[] not null,
      run integer not null,
      locked_until timestamptz,
      reset_needed boolean not null
    )`.execute(db)
  await sql`
    create table wallets (
      id text primary key,
      user_id text not null references users (id),
      name text not null,
      coin text not null,
      chain text not null,
      address text not null,
      held_until timestamptz not null,
      created_at timestamptz not null,
      unique (user_id, coin, chain, address)
    )`.execute(db)
  // All addresses that a wallet has had.
  await sql`
    create table wallet_addresses (
      id bigint generated always as identity primary key,
      wallet_id text not null references wallets (id),
      address text not null,
      since timestamptz not null,
      held_until timestamptz not null
    )`.execute(db)
  await sql`create index wallet_addresses_by_wallet on wallet_addresses (wallet_id, address)`.execute(db)
  await sql`
    create trigger append_only before update or delete or truncate on wallet_addresses
    for each statement execute function refuse_change()`.execute(db)
}

async function withdrawals(db: Kysely<unknown>): Promise<void> {
  // Smallest units of the coin; the fee of a time is the last one set by then.
  await sql`
    create table network_fees (
      id bigint generated always as identity primary key,
      coin text not null,
      chain text not null,
      set_at timestamptz not null,
      fee numeric(60, 0) not null check (fee >= 0)
    )`.execute(db)
  await sql`
    insert into network_fees (coin, chain, set_at, fee)
    values ('ALEO', 'ALEO', 'epoch', 50000),
           ('GRASS', 'SOLANA', 'epoch', 50000000),
           ('NODEPAY', 'BSC', 'epoch', 2000000000000000000),
           ('USDT', 'TRON', 'epoch', 1000000),
           ('USDT', 'ETHEREUM', 'epoch', 3000000),
           ('USDT', 'BSC', 'epoch', 300000)`.execute(db)
  await sql`
    create trigger append_only before update or delete or truncate on network_fees
    for each statement execute function refuse_change()`.execute(db)
  await sql`
    create table withdrawals (
      id text primary key,
      user_id text not null references users (id),
      request_id text not null,
      wallet_id text not null references wallets (id),
      address_name text not null,
      coin text not null,
      chain text not null,
      address text not null,
      amount numeric(60, 0) not null,
      fee_id bigint not null references network_fees (id),
      fee numeric(60, 0) not null check (fee >= 0),
      receive numeric(60, 0) not null check (receive > 0),
      small boolean not null,
      status smallint not null check (status in (-1, 0, 1, 2, 3)),
      lang text not null,
      requested_at timestamptz not null,
      address_held_until timestamptz not null,
      credentials_held_until timestamptz,
      closed_at timestamptz,
      reason text,
      check (amount = fee + receive),
      check ((closed_at is null) = (status in (0, 1))),
      check ((reason is null) = (status <> 2)),
      unique (user_id, request_id)
    )`.execute(db)
  await sql`create index withdrawals_by_user on withdrawals (user_id, requested_at desc, id)`.execute(db)
  await sql`create index withdrawals_open on withdrawals (requested_at, id) where status in (0, 1)`.execute(db)
  await sql`
    create table withdrawal_steps (
      withdrawal_id text not null references withdrawals (id),
      step integer not null,
      status smallint not null,
      at timestamptz not null,
      by text not null,
      primary key (withdrawal_id, step)
    )`.execute(db)
  await sql`
    create trigger append_only before update or delete or truncate on withdrawal_steps
    for each statement execute function refuse_change()`.execute(db)
  // Index of the outbox: steps that were not notified yet.
  await sql`
    create table untold_steps (
      withdrawal_id text not null,
      step integer not null,
      primary key (withdrawal_id, step),
      foreign key (withdrawal_id, step) references withdrawal_steps
    )`.execute(db)
}

async function payouts(db: Kysely<unknown>): Promise<void> {
  // Inserted before anything is sent: an existing row means that coins may be on their way.
  await sql`
    create table payouts (
      withdrawal_id text primary key references withdrawals (id),
      adapter text not null,
      coin text not null,
      amount numeric(60, 0) not null check (amount > 0),
      begun_by text not null,
      begun_at timestamptz not null,
      transaction_id text,
      confirmed_at timestamptz,
      check (transaction_id is not null or confirmed_at is null)
    )`.execute(db)
  await sql`create unique index payouts_by_transaction on payouts (lower(transaction_id))`.execute(db)
  await sql`create index payouts_by_time on payouts (coin, begun_at)`.execute(db)
  await sql`
    create table payout_switch (
      single boolean primary key default true check (single),
      paused boolean not null
    )`.execute(db)
  await sql`insert into payout_switch (paused) values (false)`.execute(db)
  // Limits of payouts per hour and per day, so that a mistake or a thief cannot empty the wallet.
  await sql`
    create table payout_limits (
      coin text primary key,
      hour numeric(60, 0) not null check (hour >= 0),
      day numeric(60, 0) not null check (day >= hour)
    )`.execute(db)
  await sql`
    insert into payout_limits (coin, hour, day)
    values ('ALEO', 500000000, 5000000000),
           ('GRASS', 1000000000000, 10000000000000),
           ('NODEPAY', 20000000000000000000000, 200000000000000000000000),
           ('USDT', 2000000000, 20000000000)`.execute(db)
}
