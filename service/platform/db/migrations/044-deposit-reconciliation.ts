import { type Kysely, sql } from 'kysely'

/** Reconciliation of deposit addresses with their balances, and transactions that users have submitted. Additive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Values in the token's own smallest units. `accepted` is a difference that an operator has explained.
  await sql`
    create table deposit_reconciliations (
      deposit integer not null references deposit_addresses (number),
      network text not null,
      due_at timestamptz not null,
      checked_at timestamptz,
      agreed_block bigint,
      searched_block bigint,
      held numeric(78, 0),
      expected numeric(78, 0),
      accepted numeric(78, 0) not null default 0,
      differs_since timestamptz,
      primary key (deposit, network)
    )`.execute(db)
  await sql`create index deposit_reconciliations_due on deposit_reconciliations (network, due_at)`.execute(db)
  await sql`
    create index deposit_reconciliations_differ on deposit_reconciliations (network, deposit)
      where differs_since is not null`.execute(db)
  await sql`
    create table named_transactions (
      id text primary key,
      network text not null,
      transaction_id text not null,
      deposit integer references deposit_addresses (number),
      named_by text not null,
      named_at timestamptz not null,
      due_at timestamptz not null,
      outcome text check (outcome in ('found', 'nothing', 'reverted', 'unknown')),
      ended_at timestamptz,
      check ((outcome is null) = (ended_at is null))
    )`.execute(db)
  await sql`
    create unique index named_transactions_once
      on named_transactions (network, transaction_id, coalesce(deposit, -1))`.execute(db)
  await sql`create index named_transactions_due on named_transactions (network, due_at) where outcome is null`.execute(
    db,
  )
  await sql`create index named_transactions_of_deposit on named_transactions (deposit)`.execute(db)
}
