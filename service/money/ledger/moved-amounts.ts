import { sql } from 'kysely'
import type { AccountName } from './accounts.ts'
import { ledgerEntries } from './balances.ts'

/**
 * SQL table of the sums that transfers of some kinds have moved: `owner`, `coin`, `kind` of the account, and `amount` in smallest
 * units. The checks of a feature use only its own kinds, so that transfers of another feature never break them.
 */
export const movedBy = (kinds: readonly string[]) => sql`(
  select owner, coin, kind, sum(amount) as amount
  from ${ledgerEntries} as entry where transfer = any(${[...kinds]}::text[]) group by 1, 2, 3
)`

/** SQL expression of the sum that transfers of some kinds have moved into one account. */
export const movedInto = ({ owner, coin, kind }: AccountName, kinds: readonly string[]) => sql`coalesce((
  select amount from ${movedBy(kinds)} as moved where owner = ${owner} and coin = ${coin} and kind = ${kind}
), 0)`
