import type { ColumnType, Generated } from 'kysely'

/** numeric and int8 come from the driver as strings, so that they stay exact. */
type Exact = ColumnType<string, string | bigint, string | bigint>

export interface LedgerAccountTable {
  id: Generated<string>
  owner: string
  coin: string
  kind: string
  balance: Exact
}

export interface TransferTable {
  sequence: Exact
  operation: string
  kind: string
  at: Date
  hash: string
}

export interface EntryTable {
  sequence: Exact
  account_id: string
  amount: Exact
}

export interface LedgerHeadTable {
  single: Generated<boolean>
  sequence: Exact
  at: Date
  hash: string
}
