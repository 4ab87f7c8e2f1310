import { sql } from 'kysely'
import type { OwnData } from '#service/platform/own-data.ts'

/** The ledger's data of a user, for the feature that exports it. */
export const ledgerParts = {
  balances: (id) =>
    sql`select coin, kind, balance as amount from ledger_accounts where owner = ${id} order by coin, kind`,
  balance_history: (id) => sql`
    select at, transfers.kind as what, coin, ledger_accounts.kind, amount from entries
    join transfers using (sequence) join ledger_accounts on ledger_accounts.id = account_id
    where owner = ${id} order by sequence desc`,
} satisfies OwnData['parts']
