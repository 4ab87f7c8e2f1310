import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_accounts (
      id bigint generated always as identity primary key,
      owner text not null,
      coin text not null,
      kind text not null,
      balance numeric(60, 0) not null,
      unique (owner, coin, kind),
      check (owner = 'platform' or balance >= 0)
    )`.execute(db)
  await sql`
    create table transfers (
      sequence bigint primary key,
      operation text not null unique,
      kind text not null,
      at timestamptz not null,
      hash text not null
    )`.execute(db)
  await sql`
    create table entries (
      sequence bigint not null references transfers (sequence),
      account_id bigint not null references ledger_accounts (id),
      amount numeric(60, 0) not null check (amount <> 0),
      primary key (sequence, account_id)
    )`.execute(db)
  await sql`create index entries_by_account on entries (account_id, sequence)`.execute(db)
  // The last link of the hash chain. Only the holder of this row's lock may write.
  await sql`
    create table ledger_head (
      single boolean primary key default true check (single),
      sequence bigint not null,
      at timestamptz not null,
      hash text not null
    )`.execute(db)
  await sql`insert into ledger_head (sequence, at, hash) values (0, 'epoch', '')`.execute(db)
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append only', tg_table_name;
    end $$`.execute(db)
  for (const table of ['transfers', 'entries'])
    await sql`
      create trigger append_only before update or delete or truncate on ${sql.table(table)}
      for each statement execute function refuse_change()`.execute(db)
}
