import { sql } from 'kysely'
import { MAX_START_MS } from '#lib/rules/gpu.ts'
import { ofPlatform } from '#service/money/ledger/accounts.ts'
import { ledgerEntries } from '#service/money/ledger/balances.ts'
import { movedInto } from '#service/money/ledger/moved-amounts.ts'
import { type Check, queryCheck } from '#service/platform/db/check.ts'

/** A rental that is overdue for this long means that the job does not run. */
const OVERDUE_MS = 3_600_000

/** Kinds of transfers that move rentals. */
const rentalKinds = ['rental-hour', 'rental-return', 'rental-share'] as const

/** Invariants between rentals, their hours and the ledger. */
export const gpuChecks: readonly Check[] = [
  queryCheck(
    'V28',
    'each hour of a rental is charged once at its price, and refunded at most once',
    () => sql`
      select format('%s: hours say %s, the ledger says %s', operation, coalesce(h.amount, 0), coalesce(t.amount, 0))
      from (
        select format('rental/%s/hour/%s', rental_id, hour) as operation, user_id, -amount as amount
        from gpu_rental_hours join gpu_rentals on id = rental_id
        union all
        select format('rental/%s/return/%s', rental_id, hour), user_id, amount
        from gpu_rental_hours join gpu_rentals on id = rental_id where returned_at is not null
      ) as h
      full join (
        select operation, owner as user_id, sum(amount) as amount
        from ${ledgerEntries} as entry
        where transfer in ('rental-hour', 'rental-return') and kind = 'balance' group by 1, 2
      ) as t using (operation, user_id)
      where h.amount is distinct from t.amount`,
  ),
  queryCheck(
    'V28a',
    'the charged hours of a rental are consecutive, and their price is what was paid',
    () => sql`
      select format('rental %s: %s hours charged, %s there, paid %s of %s', id, hours_charged, coalesce(counted, 0), paid, coalesce(due, 0))
      from gpu_rentals left join (
        select rental_id, count(*) as counted, max(hour) as last, sum(amount) filter (where returned_at is null) as due,
          -- The times without reach before an hour delay it, those after it do not.
          bool_or(begins_at - running_at - make_interval(hours => hour - 1) not between
            interval '0' and make_interval(secs => paused_ms::numeric / 1000)) as shifted, bool_or(amount <> price) as dear
        from gpu_rental_hours join gpu_rentals on id = rental_id group by rental_id
      ) as h on rental_id = id
      where hours_charged <> coalesce(counted, 0) or coalesce(last, 0) <> hours_charged or paid <> coalesce(due, 0)
        or coalesce(shifted, false) or coalesce(dear, false) or hours_charged > coalesce(hours, longest_hours)
        or paid_until <> running_at + make_interval(hours => hours_charged, secs => paused_ms::numeric / 1000)`,
  ),
  queryCheck(
    'V28b',
    'no hour begins after its rental was stopped, and a rental that never ran is charged nothing',
    () => sql`
      select format('rental %s, %s: hour %s begins at %s', id, state, hour, begins_at)
      from gpu_rental_hours join gpu_rentals on id = rental_id
      where returned_at is null and (begins_at > stopped_at or (running_at is null and state <> 'starting'))`,
  ),
  queryCheck(
    'V28c',
    'a running rental is charged in time, and the job has run',
    (now) => sql`
      select format('rental %s is %s, paid until %s', id, state, paid_until)
      from gpu_rentals where (state = 'running' and paused_at is null and paid_until < ${new Date(now - OVERDUE_MS)})
        or (state = 'starting' and rented_at < ${new Date(now - OVERDUE_MS - MAX_START_MS)})`,
  ),
  queryCheck(
    'V29',
    'the transfers of rentals add up to what users paid less what hosts were paid',
    () => sql`
      select format('the ledger says %s, rentals %s', held, due) from (
        select ${movedInto(ofPlatform('USDT', 'rentals'), rentalKinds)} as held,
          coalesce((select sum(paid) from gpu_rentals), 0) - coalesce((select sum(amount) from gpu_earnings), 0) as due
      ) as sums where held <> due`,
  ),
  queryCheck(
    'V29a',
    'a host is paid its share of the settled hours of a day, once',
    () => sql`
      select format('machine %s on %s: hours brought %s, settled %s', gpu_id, day, coalesce(h.brought, 0), coalesce(e.brought, 0))
      from (
        select gpu_id, settled_day as day, sum(amount) as brought, count(*) as hours
        from gpu_rental_hours join gpu_rentals on id = rental_id where settled_day is not null group by 1, 2
      ) as h
      full join (
        select gpu_id, day, sum(brought) as brought, sum(hours) as hours from gpu_earnings group by 1, 2
      ) as e using (gpu_id, day)
      where h.brought is distinct from e.brought or h.hours is distinct from e.hours`,
  ),
  queryCheck(
    'V29b',
    'each share is in the ledger as settled, and was paid to its host',
    () => sql`
      select format('%s: settled %s, the ledger says %s', operation, coalesce(e.amount, 0), coalesce(t.amount, 0))
      from (
        select format('rental-share/%s/%s/%s', gpu_id, day, part) as operation, user_id, amount from gpu_earnings where amount > 0
      ) as e
      full join (
        select operation, owner as user_id, amount
        from ${ledgerEntries} as entry
        where transfer = 'rental-share' and owner <> 'platform'
      ) as t using (operation, user_id)
      where e.amount is distinct from t.amount`,
  ),
]
