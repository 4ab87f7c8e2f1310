import { features } from './feature-list.ts'
import { type Check, ledgerChecks } from './money/ledger/verify.ts'

/** Every invariant of money, in the order in which they are told. */
export const moneyChecks: readonly Check[] = [...ledgerChecks, ...features.flatMap(({ checks }) => checks ?? [])]
