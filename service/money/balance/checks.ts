import { sql } from 'kysely'
import { type Check, queryCheck } from '#service/platform/db/check.ts'
import { ledgerEntries } from '../ledger/balances.ts'

/** Consistency of closed accounts with the ledger. */
export const closingChecks: readonly Check[] = [
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
]
