import { type Check, ledgerChecks } from '../ledger/verify.ts'
import { features } from './list.ts'

/** Every invariant of money, in the order in which they are told. */
export const moneyChecks: readonly Check[] = [...ledgerChecks, ...features.flatMap(({ checks }) => checks ?? [])]
