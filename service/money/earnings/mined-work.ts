import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Coin } from '#lib/money/coins.ts'
import { startOf } from '#lib/time/days.ts'
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

/** The work that devices have done since the beginning of the day `from`. `devices` is a condition on their table. */
export async function minedWork(
  db: Database,
  of: { devices: RawBuilder<SqlBool>; from: string; today: string },
): Promise<MinedWork[]> {
  const { rows } = await sql<MinedWork>`
    select projects.coin, hour >= ${new Date(startOf(of.today))} as "isToday", sum(work) as work,
           rate.per_tera as "perTera"
    from devices
    join device_hours on device_id = devices.id
    join projects using (project)
    left join lateral (${rateOn(sql`(hour at time zone 'UTC')::date`)}) as rate on true
    where ${of.devices} and hour >= ${new Date(startOf(of.from))}
    group by device_id, projects.project, projects.coin, "isToday", (hour at time zone 'UTC')::date, rate.per_tera`.execute(
    db,
  )
  return rows
}
