import type { Check } from '#service/platform/db/check.ts'
import { features } from './feature-list.ts'
import { ledgerChecks } from './money/ledger/verify.ts'

/** Every invariant of money, in the order in which a report lists them. */
export const moneyChecks: readonly Check[] = [...ledgerChecks, ...features.flatMap(({ checks }) => checks ?? [])]
