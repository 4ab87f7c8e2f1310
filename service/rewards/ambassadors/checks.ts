import { sql } from 'kysely'
import { earningType } from '#lib/contract/earnings.ts'
import { ledgerEntries } from '#service/money/ledger/balances.ts'
import { type Check, queryCheck } from '#service/platform/db/check.ts'

/** Invariants between ambassadors' shares, earnings and the work of invitees. */
export const ambassadorChecks: readonly Check[] = [
  queryCheck(
    'V27',
    'each share of an ambassador is an earning, and each such earning is a share',
    () => sql`
      select format('%s on %s: a share of %s %s, an earning of %s', coalesce(p.user_id, e.user_id), coalesce(p.day, e.day),
        coalesce(p.amount, 0), coalesce(p.coin, e.coin), coalesce(e.amount, 0))
      from ambassador_profits as p
      full join (select * from earnings where type = 'ambassador') as e
        on e.day = p.day and e.coin = p.coin and e.source_id = p.user_id || '-' || p.tier
      where p.amount is distinct from e.amount or p.user_id is distinct from e.user_id`,
  ),
  queryCheck(
    'V27a',
    'a share is its percentage of the output, and the platform pays it',
    () => sql`
      select format('%s on %s: %s of %s', user_id, day, amount, base) from ambassador_profits
      where amount <> div(base * basis_points, 10000)
      union all
      select format('%s is paid by %s', operation, kind)
      from ${ledgerEntries} as entry
      where transfer = 'settlement' and split_part(operation, '/', 5) = ${String(earningType.ambassador)}
        and owner = 'platform' and kind <> 'rewards'`,
  ),
  queryCheck(
    'V27b',
    'each level is what its history says, and no day is evaluated that is not settled',
    () => sql`
      select format('%s has level %s, the history says %s', user_id, level, coalesce(level_after, 0))
      from ambassadors left join lateral (
        select level_after from ambassador_history as h where h.user_id = ambassadors.user_id order by id desc limit 1
      ) as last on true
      where level is distinct from coalesce(level_after, 0)
      union all
      select format('%s was evaluated before it was settled', day)
      from ambassador_evaluations left join settlements using (day) where settlements.day is null`,
  ),
]
