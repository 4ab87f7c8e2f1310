import { sql } from 'kysely'
import { ORDER_WINDOW_SECONDS } from '#lib/rules/orders.ts'
import { ofPlatform } from '#service/money/ledger/accounts.ts'
import { ledgerEntries } from '#service/money/ledger/balances.ts'
import { movedInto } from '#service/money/ledger/moved-amounts.ts'
import { type Check, MAX_ROWS, queryCheck } from '#service/platform/db/check.ts'
import { downtimeFor } from './queries.ts'
import { isPaid } from './row.ts'
import { runSchedule } from './schedule.ts'

/** An order that is overdue for this long means that the job does not run. */
const OVERDUE_MS = 3_600_000

/** Kinds of transfers that pay and refund orders. */
const orderKinds = ['order-balance', 'order-payment', 'balance-refund', 'chain-refund'] as const

/** Invariants between plans, orders and the ledger. */
export const orderChecks: readonly Check[] = [
  queryCheck(
    'V8',
    'the sold units of a plan are those of its orders, and at most its total',
    () => sql`
      select format('plan %s: sold %s of %s, its orders hold %s', plans.id, sold, total, coalesce(held, 0))
      from plans left join (
        select plan_id, sum(quantity) as held from orders where status <> 'cancel' group by plan_id
      ) as o on plan_id = plans.id
      where sold <> coalesce(held, 0) or sold not between 0 and total`,
  ),
  queryCheck(
    'V9',
    'an order is pending only while its payment window is open, and the job has run',
    (now) => sql`
      select format('order %s is %s, ordered at %s', id, status, ordered_at)
      from orders
      where (status = 'pending' and expires_at < ${new Date(now - OVERDUE_MS)})
        or expires_at <> ordered_at + make_interval(secs => ${ORDER_WINDOW_SECONDS})
        or (status = 'paying' and (seen < amount or first_seen_at >= expires_at))`,
  ),
  queryCheck(
    'V10',
    'an order is paid exactly when its amount less refunds is in the account of orders',
    () => sql`
      select format('order %s is %s: %s of %s paid', coalesce(o.id, p.id), coalesce(status, 'unknown'), coalesce(paid, 0), coalesce(amount, 0))
      from orders o
      full join (
        select id, sum(paid) as paid from (
          select split_part(operation, '/', 2) as id, amount as paid
          from ${ledgerEntries} as entry
          where owner = 'platform' and kind = 'orders' and operation like 'order/%'
            and transfer = any(${[...orderKinds]}::text[])
          union all
          select subject_id, taken from deposit_addresses where purpose = 'order' and taken > 0
        ) as parts group by id
      ) as p on p.id = o.id
      where coalesce(paid, 0) <> case when status = 'success' then amount - refunded else 0 end or o.id is null
        or (status = 'cancel' and refunded not in (0, amount))`,
  ),
  queryCheck(
    'V10a',
    'the transfers of orders add up to what is paid for them',
    () => sql`
      select format('the ledger says %s, orders %s', held, paid) from (
        select ${movedInto(ofPlatform('USDT', 'orders'), orderKinds)} as held,
          coalesce((select sum(amount - refunded) from orders where status = 'success'), 0) as paid
      ) as sums where held <> paid`,
  ),
  queryCheck(
    'V10b',
    'the credited amount of an order is that of its deposit',
    () => sql`
      select format('order %s: credited %s, its deposit %s', orders.id, orders.credited, d.credited)
      from orders left join deposit_addresses d on purpose = 'order' and subject_id = orders.id
      where orders.network <> 'balance' and (d.number is null or d.address <> orders.address
        or (not d.untold and d.credited <> orders.credited))`,
  ),
  { id: 'V10c', holds: 'a paid order runs for its days plus downtime', run: wrongEnds },
  queryCheck(
    'V18b',
    'the output of an order on a settled day is credited exactly',
    () => sql`
      with brought as (
        select orders.id as order_id, user_id, orders.coin, settlements.day,
          div(hashrate::numeric * quantity * held.per_mega
              * trunc(extract(epoch from least(ends_at, dawn + interval '1 day') - greatest(runs_from, dawn)) * 1000)
              * (86400 - coalesce(down_seconds, 0)), 7464960000000000000000) as amount
        from settlements
        cross join lateral (select settlements.day::timestamp at time zone 'UTC' as dawn) as begins
        join orders on orders.status = 'success' and ends_at > dawn and runs_from < dawn + interval '1 day'
        left join farm_days on farm_days.farm = orders.farm and farm_days.day = settlements.day
        cross join lateral (
          select per_mega from cloud_rates where cloud_rates.coin = orders.coin and from_day <= settlements.day
          order by from_day desc limit 1
        ) as held
        where ended_at is not null
      ), credited as (
        select source_id as order_id, user_id, coin, day, sum(amount) as amount
        from earnings where type = 'cloud' and day in (select day from settlements where ended_at is not null) group by 1, 2, 3, 4
      )
      select format('order %s on %s: brought %s %s, credited %s', order_id, day, coalesce(b.amount, 0), coin, coalesce(c.amount, 0))
      from brought b full join credited c using (order_id, user_id, coin, day)
      left join settlements using (day)
      where coalesce(b.amount, 0) > coalesce(c.amount, 0)
        or (coalesce(part, 0) = 0 and coalesce(b.amount, 0) <> coalesce(c.amount, 0))`,
  ),
]

/** Recomputes the end of every paid order and reports those that differ. */
async function wrongEnds(db: Parameters<Check['run']>[0]): Promise<string[]> {
  const broken: string[] = []
  for (let after = ''; broken.length < MAX_ROWS; ) {
    const rows = await db
      .selectFrom('orders')
      .selectAll()
      .where('status', '=', 'success')
      .where('id', '>', after)
      .orderBy('id')
      .limit(1000)
      .execute()
    const last = rows.at(-1)
    if (!last) break
    const downtime = await downtimeFor(db, rows)
    for (const row of rows.filter(isPaid)) {
      const runsFrom = row.paid_at.getTime() + row.preparation_hours * 3_600_000
      const { endsAt } = runSchedule({ runsFrom, days: row.days }, downtime.get(row.farm) ?? new Map())
      if (runsFrom !== row.runs_from.getTime() || endsAt !== row.ends_at.getTime())
        broken.push(`order ${row.id} ends at ${row.ends_at.toISOString()}, not ${new Date(endsAt).toISOString()}`)
    }
    after = last.id
  }
  return broken.slice(0, MAX_ROWS)
}
