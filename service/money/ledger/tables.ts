import type { ColumnType, Generated } from 'kysely'
import type { Asset } from '#lib/money/coins.ts'
import type { AccountKind } from './accounts.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    ledger_accounts: LedgerAccountTable
    transfers: TransferTable
    entries: EntryTable
    ledger_head: LedgerHeadTable
    balance_movements: BalanceMovementTable
    ledger_checkpoints: LedgerCheckpointTable
    ledger_checked: { account_id: string; balance: bigint }
  }
}

/** int8 comes from the driver as a string. */
type Sequence = ColumnType<string, string | bigint, string | bigint>

export interface LedgerAccountTable {
  id: Generated<string>
  owner: string
  coin: Asset
  kind: AccountKind
  balance: bigint
}

export interface TransferTable {
  sequence: Sequence
  operation: string
  kind: string
  at: Date
  hash: string
}

export interface EntryTable {
  sequence: Sequence
  account_id: string
  amount: bigint
}

export interface LedgerHeadTable {
  single: Generated<boolean>
  sequence: Sequence
  at: Date
  hash: string
}

/** A movement of a balance that is no recharge. Written by a trigger on `entries`. */
export interface BalanceMovementTable {
  account_id: string
  /** From 1 without gaps, in the order of the ledger. */
  number: Sequence
  sequence: Sequence
  at: Date
  amount: bigint
  /** Sum of the amounts up to this one, without refunds that leave the platform: negative, as spending is. */
  spent: bigint
}

export interface LedgerCheckpointTable {
  sequence: Sequence
  hash: string
  at: Date
  /** SHA-256 over the balances that `ledger_checked` then held. */
  balances: string
  signature: string
  verified_at: Date
}
