import { sql } from 'kysely'
import { pointSources } from '#lib/rules/points.ts'
import { ledgerEntries } from '#service/money/ledger/balances.ts'
import { type Check, queryCheck } from '#service/platform/db/check.ts'

/** Kinds of transfers that have a row in the history of points. */
const pointKinds = pointSources.map((source) => `points-${source}`)

/** Invariants between the history of points, the ledger and verified work. */
export const pointChecks: readonly Check[] = [
  queryCheck(
    'V25',
    'each row of points is exactly one transfer to its user, and each such transfer has its row',
    () => sql`
      select format('%s: the history says %s of %s, the ledger %s of %s', operation,
        coalesce(p.amount, 0), p.user_id, coalesce(t.amount, 0), t.owner)
      from (select operation, 'points-' || source as kind, user_id, amount from points) as p
      full join (
        select operation, transfer as kind, owner, amount
        from ${ledgerEntries} as entry
        where coin = 'POINTS' and entry.kind = 'available' and transfer = any(${pointKinds}::text[])
      ) as t using (operation)
      where p.amount is distinct from t.amount or p.user_id is distinct from t.owner or p.kind is distinct from t.kind`,
  ),
  queryCheck(
    'V26',
    'the points of a settled day are those of its work',
    () => sql`
      with worked as (
        select user_id, (hour at time zone 'UTC')::date as day, sum(work) as work
        from device_hours join devices on devices.id = device_id where work > 0 group by 1, 2
      ), rated as (
        select day, coalesce((
          select per_tera from point_rates where from_day <= day order by from_day desc limit 1
        ), 0) as per_tera
        from (select distinct day from worked) as days
      )
      select format('%s on %s: mined %s points, credited %s', user_id, day, coalesce(mined, 0), coalesce(credited, 0))
      from (
        select user_id, day, div(work * per_tera, 1000000000000) as mined from worked join rated using (day)
      ) as m
      full join (
        select user_id, day, sum(amount) as credited from points where source = 'mining' group by 1, 2
      ) as c using (user_id, day)
      left join settlements using (day)
      where (ended_at is not null and coalesce(mined, 0) > coalesce(credited, 0))
        -- A day that a wrong clock settled early may have been credited by a rate that was lowered before it was over.
        or (coalesce(part, 0) = 0 and coalesce(credited, 0) > coalesce(mined, 0))`,
  ),
]
