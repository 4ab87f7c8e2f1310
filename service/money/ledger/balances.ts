import { sql } from 'kysely'
import type { Asset } from '#lib/money/coins.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { AccountKind, AccountName } from './accounts.ts'

/**
 * The read side of the ledger. Every function takes the database or a transaction, and reads what that one sees; amounts are in the
 * smallest units of the asset. None refuses anything: they throw what the database throws.
 */

/** Balance of one account in the asset's smallest unit; 0 when nothing was ever posted to it. */
export async function balanceOf(db: Database, { owner, coin, kind }: AccountName): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance')
    .where('owner', '=', owner)
    .where('coin', '=', coin)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row?.balance ?? 0n
}

export interface AccountFilter {
  readonly owners: readonly string[]
  readonly coin?: Asset
  readonly kinds?: readonly AccountKind[]
}

export interface AccountBalance extends AccountName {
  readonly balance: bigint
}

/** Balances in smallest units, by owner, asset and kind, of the accounts that match a filter and have a posting. */
export function balancesOf(db: Database, { owners, coin, kinds }: AccountFilter): Promise<AccountBalance[]> {
  let query = db.selectFrom('ledger_accounts').select(['owner', 'coin', 'kind', 'balance']).where('owner', 'in', owners)
  if (coin !== undefined) query = query.where('coin', '=', coin)
  if (kinds !== undefined) query = query.where('kind', 'in', kinds)
  return query.orderBy('owner').orderBy('coin').orderBy('kind').execute()
}

/**
 * Every account as a table of SQL: `owner`, `coin`, `kind`, `balance`. The database plans a statement with it as if the ledger's own table stood
 * there.
 */
export const ledgerBalances = sql`(select owner, coin, kind, balance from ledger_accounts)`

/**
 * Every entry as a table of SQL: `sequence`, `operation`, `transfer` (the kind of its transfer) and `at`, with `owner`, `coin`, `kind` of its
 * account, and `amount`.
 */
export const ledgerEntries = sql`(
  select sequence, operation, transfers.kind as transfer, at, owner, coin, account.kind, amount
  from transfers join entries using (sequence) join ledger_accounts as account on account.id = account_id)`
