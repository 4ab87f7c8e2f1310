import type { TableName } from '#service/platform/db/tables.ts'

/** The tables of others that queries of this folder read. */
export const readsTables: readonly TableName[] = [
  'audit',
  'chain_cursors',
  'chain_receipts',
  'deposit_addresses',
  'devices',
  'gpu_rentals',
  'ledger_accounts',
  'operator_sessions',
  'operators',
  'orders',
  'payouts',
  'second_factors',
  'security_events',
  'sessions',
  'shared_secrets',
  'user_messages',
  'users',
  'wallets',
  'withdrawals',
]
