import type { Generated } from 'kysely'
import type { WithdrawalStatusName } from '#lib/contract/withdrawals.ts'
import type { Coin } from '#lib/money/coins.ts'
import type { ChainCode } from '#lib/rules/networks.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    network_fees: NetworkFeeTable
    withdrawals: WithdrawalTable
    withdrawal_steps: WithdrawalStepTable
    untold_steps: OutboxStepTable
    payouts: PayoutTable
    signed_transfers: SignedTransferTable
    payout_switch: PayoutSwitchTable
    payout_limits: PayoutLimitTable
  }
}

export interface NetworkFeeTable {
  id: Generated<string>
  coin: Coin
  chain: ChainCode
  set_at: Date
  fee: bigint
}

export interface WithdrawalTable {
  id: string
  user_id: string
  request_id: string
  wallet_id: string
  address_name: string
  coin: Coin
  chain: ChainCode
  address: string
  amount: bigint
  /** Id of the fee in `network_fees`. */
  fee_id: string
  fee: bigint
  receive: bigint
  small: boolean
  status: WithdrawalStatusName
  /** Language of the notifications. */
  lang: 'en' | 'zh'
  requested_at: Date
  address_held_until: Date
  credentials_held_until: Date | null
  closed_at: Date | null
  reason: string | null
  /** The same in Chinese. */
  reason_zh: string | null
}

export interface WithdrawalStepTable {
  withdrawal_id: string
  step: number
  status: WithdrawalStatusName
  at: Date
  by: string
}

export interface OutboxStepTable {
  withdrawal_id: string
  step: number
}

export interface PayoutTable {
  withdrawal_id: string
  /** Sent by hand, or signed by the operator's program and followed by the service. */
  adapter: 'manual' | 'signed'
  coin: Coin
  amount: bigint
  begun_by: string
  begun_at: Date
  transaction_id: string | null
  confirmed_at: Date | null
}

/** A signed transfer, saved before it is sent: it can be sent repeatedly and moves the coins once. */
export interface SignedTransferTable {
  transaction_id: string
  withdrawal_id: string
  chain: ChainCode
  payer: string
  /** Its conditions, which its network alone reads. */
  terms: string
  /** The order in which transfers were signed. */
  position: Generated<string>
  /** The raw signed transaction. */
  signed: string
  signed_at: Date
  /** Final outcome; `replaced` when another transaction has its place, `expired` when it can never be in a block. */
  outcome: 'paid' | 'reverted' | 'replaced' | 'expired' | null
  ended_at: Date | null
}

export interface PayoutSwitchTable {
  single: Generated<boolean>
  paused: boolean
}

export interface PayoutLimitTable {
  coin: Coin
  hour: bigint
  day: bigint
}
