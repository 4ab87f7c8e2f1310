import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // Inserted before a transfer is sent. A nonce of a paying wallet is used once, and a withdrawal has one open transfer.
  await sql`
    create table signed_transfers (
      transaction_id text primary key,
      withdrawal_id text not null references withdrawals (id),
      chain text not null,
      payer text not null,
      nonce integer not null check (nonce >= 0),
      signed text not null,
      signed_at timestamptz not null,
      outcome text check (outcome in ('paid', 'reverted', 'replaced')),
      ended_at timestamptz,
      check ((outcome is null) = (ended_at is null)),
      unique (chain, payer, nonce)
    )`.execute(db)
  await sql`
    create unique index signed_transfers_open on signed_transfers (withdrawal_id) where outcome is null`.execute(db)
  await sql`create table alarms (name text primary key, told_at timestamptz not null)`.execute(db)
}
