import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Addresses are derived by numbers that are never reused, not even those of a failed transaction.
  await sql`create sequence deposit_numbers as integer minvalue 0 start 0`.execute(db)
  // An arrival ends in one of three places: allocated to its payment, credited to the balance, or left over.
  await sql`
    create table deposit_addresses (
      number integer primary key,
      address text not null unique,
      key_id text not null,
      purpose text not null,
      subject_id text not null,
      user_id text not null references users (id),
      network text not null,
      amount numeric(60, 0) not null check (amount > 0),
      opened_at timestamptz not null,
      untold boolean not null default false,
      taken numeric(60, 0) not null default 0 check (taken >= 0),
      credited numeric(60, 0) not null default 0 check (credited >= 0),
      unique (purpose, subject_id)
    )`.execute(db)
  await sql`create index deposit_addresses_by_user on deposit_addresses (user_id)`.execute(db)
  await sql`create index deposit_addresses_untold on deposit_addresses (number) where untold`.execute(db)
  // Blocks before next_block were read twice with the same result. The mark is the last block of the previous poll.
  await sql`
    create table chain_cursors (
      network text primary key,
      genesis text not null,
      next_block bigint not null,
      mark_block bigint not null,
      mark_hash text not null,
      head bigint not null,
      looked_at timestamptz,
      moved_at timestamptz not null,
      rounds bigint not null default 0,
      holder text,
      held_until timestamptz
    )`.execute(db)
  // The address is found by what was sent to: a receipt belongs to an address, never to a sum or a sender.
  await sql`
    create table chain_receipts (
      network text not null,
      transaction_id text not null,
      log_index integer not null,
      deposit integer not null references deposit_addresses (number),
      kind text not null check (kind in ('usdt', 'other')),
      token text not null,
      sender text not null,
      value numeric(78, 0) not null check (value > 0),
      amount numeric(60, 0) not null check (amount >= 0),
      block bigint not null,
      block_hash text not null,
      state text not null check (state in ('seen', 'confirmed', 'vanished', 'refused')),
      seen_at timestamptz not null,
      agreed integer not null default 0,
      missed integer not null default 0,
      ended_at timestamptz,
      ended_by text,
      reason text,
      primary key (network, transaction_id, log_index),
      check ((state = 'seen') = (ended_at is null))
    )`.execute(db)
  await sql`create index chain_receipts_by_deposit on chain_receipts (deposit)`.execute(db)
  await sql`create index chain_receipts_open on chain_receipts (network, block) where state = 'seen'`.execute(db)
}
