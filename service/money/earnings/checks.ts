import { sql } from 'kysely'
import { earningType } from '#lib/contract/earnings.ts'
import { type Check, queryCheck } from '#service/platform/db/check.ts'
import { numberOf } from '#service/platform/enum-codec.ts'
import { ledgerEntries } from '../ledger/balances.ts'
import { movedBy } from '../ledger/moved-amounts.ts'

const HOUR_MS = 3_600_000

/** Kinds of transfers that move earnings. */
export const earningKinds = ['settlement', 'release'] as const

/** Invariants between earnings and the ledger (V18, V19, and the part of V20 that concerns earnings). */
export const earningChecks: readonly Check[] = [
  queryCheck(
    'V18',
    'each settled earning is in exactly one credit, and each credit has its earnings',
    () => sql`
      select format('%s: earnings say %s, the ledger says %s', operation, coalesce(e.amount, 0), coalesce(t.amount, 0))
      from (
        select format('settle/%s/%s/%s/%s', day, user_id, coin, ${numberOf('type', earningType)})
                 || case part when 0 then '' else '/' || part end as operation, sum(amount) as amount
        from earnings group by day, user_id, coin, type, part
      ) as e
      full join (
        select operation, sum(amount) as amount
        from ${ledgerEntries} as entry where transfer = 'settlement' and kind = 'frozen' group by operation
      ) as t using (operation)
      where e.amount is distinct from t.amount`,
  ),
  queryCheck(
    'V18a',
    'the work of a settled day is credited exactly',
    () => sql`
      with worked as materialized (
        select device_id, project, (hour at time zone 'UTC')::date as day, sum(work) as work
        from device_hours where work > 0 group by 1, 2, 3
      ), paying as (
        select project, projects.coin, day, coalesce((
          select per_tera from rates
          where rates.project = days.project and rates.coin = projects.coin and from_day <= day
          order by from_day desc limit 1
        ), 0) as per_tera
        from (select distinct project, day from worked) as days join projects using (project)
      )
      select format('device %s on %s: mined %s %s, credited %s', device_id, day,
        coalesce(mined, 0), coin, coalesce(credited, 0))
      from (
        select device_id, coin, day, sum(div(work * per_tera, 1000000000000)) as mined
        from worked join paying using (project, day) group by 1, 2, 3
      ) as m
      full join (
        select source_id as device_id, coin, day, sum(amount) as credited from earnings where type = 'pc' group by 1, 2, 3
      ) as e using (device_id, coin, day)
      left join settlements using (day)
      where (ended_at is not null and coalesce(mined, 0) > coalesce(credited, 0))
        -- A day that a wrong clock settled early may have been paid by a rate that was lowered before it was over.
        or (coalesce(part, 0) = 0 and coalesce(credited, 0) > coalesce(mined, 0))`,
  ),
  queryCheck(
    'V19',
    'frozen amounts are settled and not yet released',
    () => sql`
      select format('%s/%s: frozen %s, earnings say %s', owner, coin, coalesce(a.amount, 0), coalesce(e.amount, 0))
      from (select * from ${movedBy(earningKinds)} as moved where kind = 'frozen' and amount <> 0) as a
      full join (
        select user_id as owner, coin, sum(amount) as amount from earnings where released_at is null group by 1, 2
      ) as e using (owner, coin)
      where a.amount is distinct from e.amount`,
  ),
  queryCheck(
    'V19a',
    'nothing is released before its time',
    () => sql`select format('earning %s', id) from earnings where released_at < release_at`,
  ),
  queryCheck(
    'V19b',
    'nothing settled is frozen an hour beyond its time',
    (now) => sql`
      select format('earning %s', id) from earnings
      where released_at is null and release_at < ${new Date(now - HOUR_MS)} and settled_at < ${new Date(now - HOUR_MS)}`,
  ),
  queryCheck(
    'V32',
    'the sums of earnings are those of their rows',
    () => sql`
      select format('%s %s %s %s: summed %s of %s, earnings say %s of %s', user_id, day, coin, type,
        kept.amount, kept.sources, counted.amount, counted.sources)
      from (
        select user_id, day, coin, type, part, release_at, released_at is not null as is_released,
          sum(amount) as amount, count(*) as sources
        from earnings group by 1, 2, 3, 4, 5, 6, 7
      ) as counted
      full join earning_sums as kept using (user_id, day, coin, type, part, release_at, is_released)
      where (kept.amount, kept.sources) is distinct from (counted.amount, counted.sources)`,
  ),
]
