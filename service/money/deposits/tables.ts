import type { ColumnType, Generated } from 'kysely'
import type { PaymentNetwork } from '#lib/rules/payments.ts'
import type { CollectKind, CollectOutcome } from '#service/chains/network.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    deposit_addresses: DepositAddressTable
    chain_cursors: ChainCursorTable
    chain_receipts: ChainReceiptTable
    sweeps: SweepTable
    sweep_steps: SweepStepTable
    refunds: RefundTable
    deposit_reconciliations: DepositReconciliationTable
    named_transactions: NamedTransactionTable
  }
}

/** int8 comes from the driver as a string. */
type Block = ColumnType<string, string | bigint, string | bigint>

type BlockOrNull = ColumnType<string | null, string | bigint | null, string | bigint | null>

export interface DepositAddressTable {
  number: number
  address: string
  /** The extended public key that the address was derived from. */
  key_id: string
  purpose: 'order' | 'recharge'
  subject_id: string
  user_id: string
  /** The network that its payer has chosen; the address is watched on all of them. */
  network: PaymentNetwork
  amount: bigint
  opened_at: Date
  /** The deposit that holds the address and its key, where it is another one of the same user. */
  address_of: Generated<number | null>
  /** The last known block of the network when it was opened: no payment for it is in an earlier one. */
  opened_block: ColumnType<string | null, string | bigint | null | undefined, string | bigint | null>
  /** Outbox: something has changed of which its payment handler was not notified yet. */
  untold: Generated<boolean>
  /** Allocation of what arrived, in smallest units: to its subject, and to the user's balance. */
  taken: Generated<bigint>
  credited: Generated<bigint>
}

export interface ChainCursorTable {
  network: PaymentNetwork
  genesis: string
  next_block: Block
  mark_block: Block
  mark_hash: string
  head: Block
  /** When the network was last read up to its head. */
  looked_at: Date | null
  /** When the network's head was last found to have moved. */
  moved_at: Date
  rounds: Generated<string>
  holder: string | null
  held_until: Date | null
}

export interface ChainReceiptTable {
  network: PaymentNetwork
  transaction_id: string
  log_index: number
  deposit: number
  /** `other` is a token that the settings name besides USDT. */
  kind: 'usdt' | 'other'
  token: string
  sender: string
  /** In the token's smallest units, and in the ledger's. */
  value: bigint
  amount: bigint
  block: Block
  block_hash: string
  state: 'seen' | 'confirmed' | 'vanished' | 'refused'
  seen_at: Date
  /** Consecutive polls that have found it at its position, or its block replaced. */
  agreed: Generated<number>
  missed: Generated<number>
  ended_at: Date | null
  ended_by: string | null
  reason: string | null
}

export interface SweepTable {
  id: string
  network: PaymentNetwork
  deposit: number
  treasury: string
  /** In the token's own smallest units. */
  value: bigint
  begun_by: string
  begun_at: Date
  /** The order in which sweeps were begun. */
  position: Generated<string>
  outcome: 'moved' | 'reverted' | 'replaced' | 'another' | 'expired' | null
  ended_at: Date | null
}

/** A signed transaction of a sweep. */
export interface SweepStepTable {
  transaction_id: string
  sweep: string
  network: PaymentNetwork
  kind: CollectKind
  /** The address whose key has signed it. */
  signer: string
  /** Its conditions, which its network alone reads. */
  terms: string
  signed: string
  signed_at: Date
  /** The order in which they were saved. */
  position: Generated<string>
  outcome: CollectOutcome | null
  ended_at: Date | null
}

export interface RefundTable {
  id: string
  deposit: number
  user_id: string
  network: PaymentNetwork
  address: string
  amount: bigint
  reason: string
  reason_zh: string | null
  begun_by: string
  begun_at: Date
  outcome: 'sent' | 'not-sent' | null
  transaction_id: string | null
  ended_by: string | null
  ended_at: Date | null
}

/** Balance of an address on a network beside its known receipts; in the token's smallest units. */
export interface DepositReconciliationTable {
  deposit: number
  network: PaymentNetwork
  due_at: Date
  /** When the node last returned the balance. */
  checked_at: Date | null
  /** The last block at which both were equal, and the last one that was searched for missing transfers. */
  agreed_block: BlockOrNull
  searched_block: BlockOrNull
  held: bigint | null
  expected: bigint | null
  /** Difference that an operator has accepted. */
  accepted: Generated<bigint>
  differs_since: Date | null
}

export interface NamedTransactionTable {
  id: string
  network: PaymentNetwork
  transaction_id: string
  /** The address whose payer or reconciliation has named it; null for an operator. */
  deposit: number | null
  named_by: string
  named_at: Date
  due_at: Date
  /** `nothing`: it moves nothing to a deposit address. `unknown`: no node knew it for a week. */
  outcome: 'found' | 'nothing' | 'reverted' | 'unknown' | null
  ended_at: Date | null
}
