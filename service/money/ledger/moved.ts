import { sql } from 'kysely'
import type { AccountName } from './accounts.ts'
import { ledgerEntries } from './balances.ts'

/**
 * What transfers of some kinds have moved in all, as a table of SQL: `owner`, `coin`, `kind` of the account, and `amount`. Checks
 * of a feature look at its own kinds, so that what another one moves is no breach of theirs.
 */
export const movedBy = (kinds: readonly string[]) => sql`(
  select owner, coin, kind, sum(amount) as amount
  from ${ledgerEntries} as entry where transfer = any(${[...kinds]}::text[]) group by 1, 2, 3
)`

/** What of it is in one account, as a figure of SQL. */
export const movedInto = ({ owner, coin, kind }: AccountName, kinds: readonly string[]) => sql`coalesce((
  select amount from ${movedBy(kinds)} as moved where owner = ${owner} and coin = ${coin} and kind = ${kind}
), 0)`
