import { sql } from 'kysely'
import { type Check, queryCheck } from '../../ledger/verify.ts'

const HOUR_MS = 3_600_000

/** What earnings and the ledger have to say of each other (V18, V19, and the part of V20 that concerns earnings). */
export const earningChecks: readonly Check[] = [
  queryCheck(
    'V18',
    'each settled earning is in exactly one credit, and each credit is of earnings',
    () => sql`
      select format('%s: earnings say %s, the ledger says %s', operation, coalesce(e.amount, 0), coalesce(t.amount, 0))
      from (
        select format('settle/%s/%s/%s/%s', day, user_id, coin, type) || case part when 0 then '' else '/' || part end
                 as operation, sum(amount) as amount
        from earnings group by day, user_id, coin, type, part
      ) as e
      full join (
        select operation, sum(entries.amount) as amount
        from transfers join entries using (sequence) join ledger_accounts on id = account_id
        where transfers.kind = 'settlement' and ledger_accounts.kind = 'frozen' group by operation
      ) as t using (operation)
      where e.amount is distinct from t.amount`,
  ),
  queryCheck(
    'V18a',
    'what was mined on a settled day is credited',
    () => sql`
      select format('device %s on %s: mined %s %s, credited %s', device_id, day, mined, coin, coalesce(credited, 0))
      from (
        select device_id, coin, day, sum(amount) as mined
        from (
          select device_id, projects.coin, day, div(sum(work) * coalesce(rate.per_tera, 0), 1000000000000) as amount
          from (select *, (hour at time zone 'UTC')::date as day from device_hours where work > 0) as hours
          join settlements using (day)
          join projects using (project)
          left join lateral (
            select per_tera from rates
            where rates.project = projects.project and rates.coin = projects.coin and from_day <= day
            order by from_day desc limit 1
          ) as rate on true
          where ended_at is not null
          group by device_id, projects.coin, projects.project, day, rate.per_tera
        ) as by_project
        group by device_id, coin, day
      ) as m
      left join (
        select source_id as device_id, coin, day, sum(amount) as credited from earnings where type = 0 group by 1, 2, 3
      ) as e using (device_id, coin, day)
      where mined > coalesce(credited, 0)`,
  ),
  queryCheck(
    'V19',
    'what is frozen is settled and not yet released',
    () => sql`
      select format('%s/%s: frozen %s, earnings say %s', owner, coin, coalesce(balance, 0), coalesce(amount, 0))
      from (select owner, coin, balance from ledger_accounts where kind = 'frozen' and balance <> 0) as a
      full join (
        select user_id as owner, coin, sum(amount) as amount from earnings where released_at is null group by 1, 2
      ) as e using (owner, coin)
      where balance is distinct from amount`,
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
]
