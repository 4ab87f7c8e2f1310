import { type RawBuilder, sql } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'
import { dayAfter, startOf } from '#lib/time/days.ts'
import type { Database } from '#service/platform/db/open.ts'

/** Query, for a lateral join beside `projects`: the rate of a project's coin on a UTC day. */
export const rateOn = (day: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select per_tera from rates
  where rates.project = projects.project and rates.coin = projects.coin and from_day <= ${day}
  order by from_day desc limit 1`

/** Verified work of a device for a project on a UTC day; `perTera` is null where no rate holds on that day. */
export interface MinedWork {
  coin: Coin
  isToday: boolean
  work: bigint
  perTera: bigint | null
}

/** The work that a device has done since the beginning of the day `from`. */
export async function minedWork(
  db: Database,
  of: { deviceId: string; from: string; today: string },
): Promise<MinedWork[]> {
  const { rows } = await sql<MinedWork>`
    select projects.coin, hour >= ${new Date(startOf(of.today))} as "isToday", sum(work) as work,
           rate.per_tera as "perTera"
    from device_hours
    join projects using (project)
    left join lateral (${rateOn(sql`(hour at time zone 'UTC')::date`)}) as rate on true
    where device_id = ${of.deviceId} and hour >= ${new Date(startOf(of.from))}
    group by device_id, projects.project, projects.coin, "isToday", (hour at time zone 'UTC')::date, rate.per_tera`.execute(
    db,
  )
  return rows
}

/** Value of a user's work in smallest units, rounded down for each device, project and day as a settlement does it (`earned`). */
export interface MinedValue {
  coin: Coin
  isToday: boolean
  amount: bigint
}

/** Days after today on which a clock that was ahead may have counted work. */
const DAYS_AHEAD = 2

/**
 * The value of the work that a user's devices have done since the beginning of the day `from`, which is later than the last settled
 * one: sums of earlier days are not kept.
 */
export async function minedValue(
  db: Database,
  of: { userId: string; from: string; today: string },
): Promise<MinedValue[]> {
  const { rows } = await sql<MinedValue>`
    with rated as materialized (
      select projects.project, projects.coin, day, coalesce(rate.per_tera, 0) as per_tera
      from projects
      cross join (
        select day::date from generate_series(${of.from}::date::timestamp, ${dayAfter(of.today, DAYS_AHEAD)}::date::timestamp,
          interval '1 day') as day
      ) as days
      left join lateral (${rateOn(sql`day`)}) as rate on true
    )
    select coin, day >= ${of.today} as "isToday", sum(div(work * per_tera, 1000000000000)) as amount
    from device_days join rated using (project, day)
    where user_id = ${of.userId} and day >= ${of.from}
    group by coin, "isToday"`.execute(db)
  return rows
}
