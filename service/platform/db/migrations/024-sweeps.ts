import { type Kysely, sql } from 'kysely'

/** Acts of operators on deposits: sweep them to the treasury, refund them. Additive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sweeps(db)
  await refunds(db)
}

async function sweeps(db: Kysely<unknown>): Promise<void> {
  // Values in the token's own smallest units. A signed transfer is stored before it is sent.
  await sql`
    create table sweeps (
      id text primary key,
      network text not null,
      deposit integer not null references deposit_addresses (number),
      treasury text not null,
      value numeric(78, 0) not null check (value > 0),
      begun_by text not null,
      begun_at timestamptz not null,
      nonce integer,
      transaction_id text unique,
      signed text,
      outcome text check (outcome in ('moved', 'reverted', 'replaced', 'another')),
      ended_at timestamptz,
      check ((transaction_id is null) = (signed is null) and (transaction_id is null) = (nonce is null)),
      check ((outcome is null) = (ended_at is null)),
      check (outcome is null or transaction_id is not null)
    )`.execute(db)
  await sql`create unique index sweeps_open on sweeps (network, deposit) where outcome is null`.execute(db)
  await sql`create index sweeps_of_deposit on sweeps (deposit)`.execute(db)
  // Coins for the fee of a sweep, in the network's own smallest unit.
  await sql`
    create table gas_transfers (
      transaction_id text primary key,
      sweep text not null references sweeps (id),
      network text not null,
      payer text not null,
      nonce integer not null,
      value numeric(78, 0) not null check (value > 0),
      signed text not null,
      signed_at timestamptz not null,
      outcome text check (outcome in ('paid', 'reverted', 'replaced')),
      ended_at timestamptz,
      unique (network, payer, nonce),
      check ((outcome is null) = (ended_at is null))
    )`.execute(db)
  await sql`create unique index gas_transfers_open on gas_transfers (sweep) where outcome is null`.execute(db)
}

async function refunds(db: Kysely<unknown>): Promise<void> {
  // The part of a paid order's amount that was refunded to the balance.
  await sql`
    alter table orders add column refunded numeric(60, 0) not null default 0
      check (refunded >= 0 and refunded <= amount)`.execute(db)
  // Refunds that an operator sends by hand from a deposit credited to a balance. The amount leaves the balance when the refund
  // starts.
  await sql`
    create table refunds (
      id text primary key,
      deposit integer not null references deposit_addresses (number),
      user_id text not null references users (id),
      network text not null,
      address text not null,
      amount numeric(60, 0) not null check (amount > 0),
      reason text not null,
      begun_by text not null,
      begun_at timestamptz not null,
      outcome text check (outcome in ('sent', 'not-sent')),
      transaction_id text unique,
      ended_by text,
      ended_at timestamptz,
      check ((outcome is null) = (ended_at is null) and (outcome is null) = (ended_by is null)),
      check ((outcome = 'sent') = (transaction_id is not null) or outcome is null)
    )`.execute(db)
  await sql`create unique index refunds_open on refunds (deposit) where outcome is null`.execute(db)
}
