import { sql } from 'kysely'
import { type Check, queryCheck } from '#service/platform/db/check.ts'
import { ledgerEntries } from '../ledger/balances.ts'
import { keptMovements, numberedMovements } from '../ledger/movements.ts'

/** Consistency of closed accounts with the ledger, and of the numbered movements. */
export const balanceChecks: readonly Check[] = [
  queryCheck(
    'V30',
    'what was given up is of a closed account, and no more of its balance than its owner gave up',
    () => sql`
      select format('%s takes %s %s of %s', operation, -amount, coin, owner)
      from ${ledgerEntries} as entry left join account_closings on user_id = owner and closed_at is not null
      where transfer = 'closing' and (
        case when owner = 'platform' then kind <> 'residue' else user_id is null or amount > 0 end
        or (kind = 'balance' and -amount > account_closings.balance)
      )`,
  ),
  queryCheck(
    'V31',
    'the movements of each balance are numbered in the order of the ledger, with the sum of what was spent',
    () => sql`
      select format('%s: movement %s is transfer %s and %s spent, the ledger says transfer %s and %s', account_id,
        number, kept.sequence, kept.spent, counted.sequence, counted.spent)
      from ${numberedMovements} as counted full join ${keptMovements} as kept using (account_id, number)
      where (counted.sequence, counted.at, counted.amount, counted.spent)
        is distinct from (kept.sequence, kept.at, kept.amount, kept.spent)`,
  ),
]
