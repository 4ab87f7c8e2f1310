import { sql } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'
import { dayAfter, dayAt, startOf } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'
import type { Contributions } from './contributions.ts'
import { earned } from './rules.ts'

/** Unsettled amounts in smallest units: in total, and the part of orders (`cloud`). */
interface Unsettled {
  today: bigint
  before: bigint
  cloudToday: bigint
  cloudBefore: bigint
}

const NONE: Readonly<Unsettled> = { today: 0n, before: 0n, cloudToday: 0n, cloudBefore: 0n }

/**
 * Estimates unsettled earnings by coin at the rates known now, for today and for the finished days before it. No balance holds them.
 */
export async function unsettled(
  db: Database,
  of: { userId: string; now: number; settledDay: string; ordersSince: Contributions['ordersSince'] },
): Promise<Map<Coin, Unsettled>> {
  const today = dayAt(of.now)
  const from = new Date(startOf(dayAfter(of.settledDay)))
  const { rows } = await sql<{ coin: Coin; is_today: boolean; work: bigint; per_tera: bigint }>`
    select projects.coin, hour >= ${new Date(startOf(today))} as is_today, sum(work) as work,
           coalesce(rate.per_tera, 0) as per_tera
    from devices
    join device_hours on device_id = devices.id
    join projects using (project)
    left join lateral (
      select per_tera from rates
      where rates.project = projects.project and rates.coin = projects.coin
        and from_day <= (hour at time zone 'UTC')::date
      order by from_day desc limit 1
    ) as rate on true
    where user_id = ${of.userId} and hour >= ${from}
    group by device_id, projects.project, projects.coin, is_today, (hour at time zone 'UTC')::date, rate.per_tera`.execute(
    db,
  )
  const sums = new Map<Coin, Unsettled>()
  for (const row of rows) {
    const sum = sums.get(row.coin) ?? { ...NONE }
    sum[row.is_today ? 'today' : 'before'] += earned(row.work, row.per_tera)
    sums.set(row.coin, sum)
  }
  const since = dayAt(from.getTime())
  for (const { coin, day, amount } of await of.ordersSince(db, { ...of, from: since })) {
    const sum = sums.get(coin) ?? { ...NONE }
    sum[day >= today ? 'today' : 'before'] += amount
    sum[day >= today ? 'cloudToday' : 'cloudBefore'] += amount
    sums.set(coin, sum)
  }
  await subtractCredited(db, sums, { ...of, today, from: since })
  return sums
}

/** Subtracts what was credited of days that were settled before they were over. */
async function subtractCredited(
  db: Database,
  sums: Map<Coin, Unsettled>,
  of: { userId: string; today: string; from: string },
): Promise<void> {
  const paid = await db
    .selectFrom('earnings')
    .select(['coin', 'day', 'type', 'amount'])
    .where('user_id', '=', of.userId)
    .where('day', '>=', of.from)
    .execute()
  for (const { coin, day, type, amount } of paid) {
    const sum = sums.get(coin)
    if (!sum) continue
    const isToday = day >= of.today
    subtract(sum, isToday ? 'today' : 'before', amount)
    if (type === 'cloud') subtract(sum, isToday ? 'cloudToday' : 'cloudBefore', amount)
  }
  // Subtracting stops at zero, so the part of orders could exceed the total.
  for (const sum of sums.values()) {
    if (sum.cloudToday > sum.today) sum.cloudToday = sum.today
    if (sum.cloudBefore > sum.before) sum.cloudBefore = sum.before
  }
}

function subtract(sum: Unsettled, part: keyof Unsettled, amount: bigint): void {
  sum[part] = sum[part] > amount ? sum[part] - amount : 0n
}
