import { type Check, ledgerChecks } from '../ledger/verify.ts'
import { earningChecks } from './earnings/checks.ts'
import { pointChecks } from './points/checks.ts'
import { taskChecks } from './tasks/checks.ts'
import { withdrawalChecks } from './withdrawals/checks.ts'

/** Every invariant of money, in the order in which they are told. */
export const moneyChecks: readonly Check[] = [
  ...ledgerChecks,
  ...earningChecks,
  ...withdrawalChecks,
  ...pointChecks,
  ...taskChecks,
]
