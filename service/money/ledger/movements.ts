import { sql } from 'kysely'
import type { Database } from '#service/platform/db/open.ts'
import type { AccountName } from './accounts.ts'

/** The movements of a balance that are no recharges with their transfers, as a query that the caller selects from, narrows and sorts. */
export const movementsOf = (db: Database, { owner, coin, kind }: AccountName) =>
  db
    .selectFrom('balance_movements as movement')
    .innerJoin('transfers', 'transfers.sequence', 'movement.sequence')
    .where('movement.account_id', '=', (query) =>
      query
        .selectFrom('ledger_accounts')
        .select('id')
        .where('owner', '=', owner)
        .where('coin', '=', coin)
        .where('kind', '=', kind),
    )

/** Number of the last movement before a moment; 0 when there is none. Times never decrease along the ledger. */
async function lastBefore(db: Database, account: AccountName, time: Date): Promise<number> {
  const row = await movementsOf(db, account)
    .select('movement.number')
    .where('movement.at', '<', time)
    .orderBy('movement.at', 'desc')
    .orderBy('movement.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.number ?? 0)
}

/** Numbers of the movements from a moment up to another one: those above `before`, up to `last`. */
export async function movementRange(db: Database, account: AccountName, range: { from: Date; until: Date }) {
  const before = await lastBefore(db, account, range.from)
  const last = await lastBefore(db, account, range.until)
  return { before, last: Math.max(before, last) }
}

/** Sum of the movements of an account in smallest units, refunds that leave the platform excepted; negative where it was spent. */
export async function spentFrom(db: Database, account: AccountName): Promise<bigint> {
  const row = await movementsOf(db, account)
    .select('movement.spent')
    .orderBy('movement.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.spent ?? 0n
}

/**
 * SQL table of the movements as the ledger has them, computed from all of it: `account_id`, `number`, `sequence`, `at`, `amount`, `spent`.
 * Neither kind of refund is spending: a chain refund returns what was paid on chain, and a deposit refund sends a deposit back.
 */
export const numberedMovements = sql`(
  select account_id, row_number() over mine as number, sequence, at, amount,
    sum(case when transfers.kind in ('chain-refund', 'deposit-refund') then 0 else amount end) over mine as spent
  from entries join ledger_accounts on id = account_id join transfers using (sequence)
  where ledger_accounts.kind = 'balance' and transfers.kind <> 'recharge'
  window mine as (partition by account_id order by sequence)
)`

/** SQL table of the movements as they are kept, with the columns of `numberedMovements`. */
export const keptMovements = sql`(select * from balance_movements)`
