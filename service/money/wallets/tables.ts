import type { Generated } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'
import type { ChainCode } from '#lib/rules/networks.ts'

declare module '#service/platform/db/tables.ts' {
  interface Tables {
    wallets: WalletTable
    wallet_addresses: WalletAddressTable
  }
}

export interface WalletTable {
  id: string
  user_id: string
  name: string
  coin: Coin
  chain: ChainCode
  address: string
  held_until: Date
  created_at: Date
  /** When the owner confirmed that the contract at the address passes coins on. */
  contract_confirmed_at: Date | null
}

export interface WalletAddressTable {
  id: Generated<string>
  wallet_id: string
  address: string
  since: Date
  held_until: Date
}
