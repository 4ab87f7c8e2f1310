import type { ColumnType, Generated } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'

export interface DepositTables {
  deposit_addresses: DepositAddressTable
  chain_cursors: ChainCursorTable
  chain_receipts: ChainReceiptTable
}

type Exact = ColumnType<string, string | bigint, string | bigint>
type Counted = ColumnType<string, string | bigint | undefined, string | bigint>

export interface DepositAddressTable {
  number: number
  address: string
  /** Which extended public key it was derived from. */
  key_id: string
  purpose: 'order' | 'recharge'
  subject_id: string
  user_id: string
  /** The network that its payer has chosen; it is watched on all of them. */
  network: PaymentNetwork
  amount: Exact
  opened_at: Date
  /** Something has happened that its taker was not told of. */
  untold: Generated<boolean>
  /** Of what arrived: for what was to be paid, and to the balance. */
  taken: Counted
  credited: Counted
}

export interface ChainCursorTable {
  network: PaymentNetwork
  genesis: string
  next_block: Exact
  mark_block: Exact
  mark_hash: string
  head: Exact
  /** When everything up to the network's end had last been read. */
  looked_at: Date | null
  /** When the network's end was last found further on. */
  moved_at: Date
  rounds: Counted
  holder: string | null
  held_until: Date | null
}

export interface ChainReceiptTable {
  network: PaymentNetwork
  transaction_id: string
  log_index: number
  deposit: number
  /** `other` is a token that the settings name, but not the one that is taken here. */
  kind: 'usdt' | 'other'
  token: string
  sender: string
  /** In the token's own smallest units, and in those of the ledger. */
  value: Exact
  amount: Exact
  block: Exact
  block_hash: string
  state: 'seen' | 'confirmed' | 'vanished' | 'refused'
  seen_at: Date
  /** Rounds in a row that have found it where it is, or another block in its place. */
  agreed: Generated<number>
  missed: Generated<number>
  ended_at: Date | null
  ended_by: string | null
  reason: string | null
}
