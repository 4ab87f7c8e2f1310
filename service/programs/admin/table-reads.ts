import type { TableName } from '#service/platform/db/tables.ts'

/** The tables of others that queries of this folder read. */
export const readsTables: readonly TableName[] = [
  'alarms',
  'ambassador_applications',
  'deposit_addresses',
  'deposit_reconciliations',
  'gpu_requests',
  'invitations',
  'ledger_accounts',
  'refunds',
  'report_pictures',
  'report_words',
  'reports',
  'task_entries',
  'users',
  'withdrawals',
]
