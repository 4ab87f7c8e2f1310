import { type Kysely, sql } from 'kysely'

/**
 * Numbers the movements of `entries`, a table or an alias of rows, after those that their accounts have already. Every row is found
 * by index, whatever the planner expects: `offset 0` keeps the subqueries.
 */
const numbered = (entries: string) => `
  insert into balance_movements (account_id, number, sequence, at, amount, spent)
  select move.account_id, coalesce(last.number, 0) + row_number() over mine, sequence, at, amount,
    coalesce(last.spent, 0) + sum(case when kind in ('chain-refund', 'deposit-refund') then 0 else amount end) over mine
  from (
    select entry.account_id, entry.sequence, entry.amount, transfer.at, transfer.kind
    from ${entries} as entry
    cross join lateral (select from ledger_accounts where id = entry.account_id and kind = 'balance' offset 0) as account
    cross join lateral (select at, kind from transfers where sequence = entry.sequence offset 0) as transfer
    where transfer.kind <> 'recharge'
  ) as move
  left join lateral (
    select number, spent from balance_movements where account_id = move.account_id order by number desc limit 1
  ) as last on true
  window mine as (partition by move.account_id order by sequence)`

/**
 * The movements of each balance except its recharges, numbered in the order of the ledger, with the running sum of what was spent.
 * A trigger writes them, so that a node of the version before writes them, too. The history is numbered before the trigger locks the
 * ledger, and only what came meanwhile after it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table balance_movements (
      account_id bigint not null,
      number bigint not null,
      sequence bigint not null,
      at timestamptz not null,
      amount numeric(60, 0) not null,
      spent numeric(60, 0) not null,
      primary key (account_id, number)
    )`.execute(db)
  const { rows } = await sql<{ sequence: string }>`select sequence from ledger_head`.execute(db)
  const head = BigInt(rows[0]?.sequence ?? 0)
  await sql.raw(numbered(`(select * from entries where sequence <= ${head})`)).execute(db)
  await sql`create index balance_movements_by_time on balance_movements (account_id, at, number)`.execute(db)
  await sql
    .raw(`
      create function number_movements() returns trigger language plpgsql as $$
      begin
        ${numbered('fresh')};
        return null;
      end $$`)
    .execute(db)
  await sql`
    create trigger number_movements after insert on entries referencing new table as fresh
    for each statement execute function number_movements()`.execute(db)
  await sql.raw(numbered(`(select * from entries where sequence > ${head})`)).execute(db)
}
